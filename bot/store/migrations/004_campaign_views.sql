-- A campaign is one piece, its whole value; these give its regiments and sectors in plain columns.
BEGIN IMMEDIATE;

CREATE VIEW campaign_name AS
SELECT game.id AS game,
       json_extract(named.value, '$.piece') AS piece,
       json_extract(named.value, '$.name')  AS name
FROM game
JOIN json_each(game.state, '$.names') AS named;

CREATE VIEW regiments AS
SELECT piece.game,
       json_extract(rsu.value, '$.id') AS id,
       (SELECT name FROM campaign_name
        WHERE game = piece.game AND campaign_name.piece = json_extract(rsu.value, '$.id')) AS name,
       json_extract(rsu.value, '$.side')                AS side,
       (SELECT name FROM campaign_name
        WHERE game = piece.game AND campaign_name.piece = json_extract(dsu.value, '$.id')) AS dsu,
       json_extract(dsu.value, '$.sector')              AS sector,
       json_extract(rsu.value, '$.category')            AS category,
       json_extract(rsu.value, '$.state')               AS state,
       json_extract(rsu.value, '$.fatigue')             AS fatigue,
       json_extract(rsu.value, '$.usable')              AS usable,
       json_extract(rsu.value, '$.strength.leg.now')    AS leg,
       json_extract(rsu.value, '$.strength.leg.full')   AS leg_full,
       json_extract(rsu.value, '$.strength.heavy.now')  AS heavy,
       json_extract(rsu.value, '$.strength.heavy.full') AS heavy_full,
       json_extract(rsu.value, '$.strength.hard.now')   AS hard,
       json_extract(rsu.value, '$.strength.hard.full')  AS hard_full,
       piece.seq
FROM piece
JOIN json_each(piece.state, '$.dsus') AS dsu
JOIN json_each(dsu.value, '$.rsus') AS rsu
WHERE piece.kind = 'campaign';

-- The map lists the sectors that one side holds; the rest of the grid is the other's.
CREATE VIEW sectors AS
WITH RECURSIVE
columns (game, letters, place) AS (
    SELECT game, json_extract(state, '$.map.columns'), 1 FROM piece WHERE kind = 'campaign'
    UNION ALL
    SELECT game, letters, place + 1 FROM columns WHERE place < length(letters)
),
lines (game, line, last) AS (
    SELECT game, 1, json_extract(state, '$.map.rows') FROM piece WHERE kind = 'campaign'
    UNION ALL
    SELECT game, line + 1, last FROM lines WHERE line < last
),
grid (game, sector) AS (
    SELECT columns.game, substr(letters, place, 1) || line FROM columns JOIN lines ON lines.game = columns.game
)
SELECT grid.game,
       grid.sector,
       coalesce(
           (SELECT held.key
            FROM json_each(piece.state, '$.map') AS held
            JOIN json_each(held.value) AS listed
            WHERE held.key NOT IN ('columns', 'rows', 'edges') AND listed.value = grid.sector),
           (SELECT side.key
            FROM json_each(piece.state, '$.map.edges') AS side
            WHERE json_type(piece.state, '$.map.' || side.key) IS NULL)
       ) AS owner,
       (SELECT group_concat(name, ', ')
        FROM json_each(piece.state, '$.dsus') AS dsu
        JOIN campaign_name
            ON campaign_name.game = grid.game AND campaign_name.piece = json_extract(dsu.value, '$.id')
        WHERE json_extract(dsu.value, '$.sector') = grid.sector) AS dsus,
       piece.seq
FROM grid
JOIN piece ON piece.game = grid.game AND piece.kind = 'campaign';

PRAGMA user_version = 4;
COMMIT;
