-- A game knows who across the table has tried to rally: what is built from the entries is in another form.
BEGIN IMMEDIATE;

-- Nothing is built yet where there is no entry: it will be in this form.
UPDATE meta SET value = '11' WHERE name = 'built' AND NOT EXISTS (SELECT 1 FROM entry);

PRAGMA user_version = 11;
COMMIT;
