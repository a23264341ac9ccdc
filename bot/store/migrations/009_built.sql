-- Which form the rows have that are built from the entries; without a word of it they are built anew.
BEGIN IMMEDIATE;

INSERT INTO meta (name, value) SELECT 'built', '9' WHERE NOT EXISTS (SELECT 1 FROM entry);

PRAGMA user_version = 9;
COMMIT;
