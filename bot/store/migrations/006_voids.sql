-- Which entries are void, each with the standing entry that voids it; built from the entries.
BEGIN IMMEDIATE;

CREATE TABLE void (
    game INTEGER NOT NULL,
    seq  INTEGER NOT NULL,
    by   INTEGER NOT NULL CHECK (by > seq),
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;

-- Posts that stand in a channel and are to be edited: struck, or shown to stand again.
ALTER TABLE outbox ADD COLUMN edit TEXT NOT NULL DEFAULT 'done' CHECK (edit IN ('done', 'due', 'impossible'));
CREATE INDEX outbox_edits ON outbox (game, seq, part) WHERE edit = 'due';

PRAGMA user_version = 6;
COMMIT;
