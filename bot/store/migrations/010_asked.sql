-- Whether a question is open is asked at every ruling: without this all entries of the game are looked at.
BEGIN IMMEDIATE;

CREATE INDEX entry_asked ON entry (game, seq) WHERE kind = 'asked';

-- Nothing is built yet where there is no entry: it will be in this form.
UPDATE meta SET value = '10' WHERE name = 'built' AND NOT EXISTS (SELECT 1 FROM entry);

PRAGMA user_version = 10;
COMMIT;
