-- What the referee keeps before people's eyes besides entries: pinned rosters, and whom it has called.
BEGIN IMMEDIATE;

CREATE TABLE pinned (
    game    INTEGER NOT NULL,
    seat    INTEGER NOT NULL,
    channel INTEGER NOT NULL,
    message INTEGER NOT NULL,
    posted  TEXT    NOT NULL,
    PRIMARY KEY (game, seat)
) STRICT, WITHOUT ROWID;

-- When a person was last mentioned because a question waits for him.
CREATE TABLE called (
    game    INTEGER NOT NULL,
    account INTEGER NOT NULL,
    at      TEXT    NOT NULL,
    PRIMARY KEY (game, account)
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 8;
COMMIT;
