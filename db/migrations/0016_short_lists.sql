-- Games that work on a phone, and games whose rounds are short, of what the catalogue has. In step with `refreshListings` in listings.server.ts.
INSERT INTO "game_categories" ("category", "game_id", "is_original", "created_at", "feed_position", "views", "title")
SELECT l."list", g."id", g."is_original", g."created_at", g."feed_position", v."views", g."search_title"
FROM "games" g
JOIN "game_views" v ON v."game_id" = g."id"
CROSS JOIN LATERAL (
	SELECT array_agg(lower(tag)) AS "tags" FROM unnest(g."tags") tag
) t
CROSS JOIN LATERAL (VALUES
	('mobile', coalesce(g."plays_on_phones", t."tags" && '{mobile,android,iphone,touchscreen}'::text[])),
	('quick', t."tags" && '{hypercasual,hyper casual,hyper-casual,one button,one-button,one touch,endless,endless runner,high score,highscore,timing,reflex,tap,fast-paced}'::text[])
) l("list", "holds")
WHERE g.url is not null AND l."holds"
ON CONFLICT DO NOTHING;--> statement-breakpoint
INSERT INTO "game_counts" ("list", "games")
SELECT 'category:' || "category", count(*) FROM "game_categories" WHERE "category" IN ('mobile', 'quick') GROUP BY "category"
ON CONFLICT ("list") DO UPDATE SET "games" = excluded."games";
