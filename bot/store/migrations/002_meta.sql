-- What the referee remembers about itself: nothing of any game.
BEGIN IMMEDIATE;

CREATE TABLE meta (
    name  TEXT NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

PRAGMA user_version = 2;
COMMIT;
