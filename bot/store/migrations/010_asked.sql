-- Whether a question is open is asked at every ruling: without this all entries of the game are looked at.
BEGIN IMMEDIATE;

CREATE INDEX entry_asked ON entry (game, seq) WHERE kind = 'asked';

PRAGMA user_version = 10;
COMMIT;
