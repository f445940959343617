CREATE TABLE "game_play_times" (
	"player_id" uuid NOT NULL,
	"game_id" integer NOT NULL,
	"seconds" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "game_play_times_player_id_game_id_pk" PRIMARY KEY("player_id","game_id")
);
--> statement-breakpoint
CREATE TABLE "game_shares" (
	"player_id" uuid NOT NULL,
	"game_id" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "game_shares_player_id_game_id_pk" PRIMARY KEY("player_id","game_id")
);
--> statement-breakpoint
ALTER TABLE "players" ADD COLUMN "shows_most_played" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "game_play_times" ADD CONSTRAINT "game_play_times_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_play_times" ADD CONSTRAINT "game_play_times_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_shares" ADD CONSTRAINT "game_shares_player_id_players_id_fk" FOREIGN KEY ("player_id") REFERENCES "public"."players"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_shares" ADD CONSTRAINT "game_shares_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "game_play_times_game" ON "game_play_times" USING btree ("game_id");--> statement-breakpoint
CREATE INDEX "game_shares_game" ON "game_shares" USING btree ("game_id");--> statement-breakpoint
CREATE INDEX "games_titles" ON "games" USING btree ("search_title","id") WHERE url is not null;--> statement-breakpoint
-- The ledger knows what was played and shared so far: a minute for each credit of play, and each game that was shared.
INSERT INTO "game_play_times" ("player_id", "game_id", "seconds")
SELECT a."player_id", g."id", sum(a."credits") * 60 FROM "credit_awards" a JOIN "games" g ON g."id"::text = a."metadata"->>'game'
WHERE a."activity_type" = 'play' AND a."credits" > 0 GROUP BY 1, 2;--> statement-breakpoint
INSERT INTO "game_shares" ("player_id", "game_id", "created_at")
SELECT a."player_id", g."id", min(a."created_at") FROM "credit_awards" a JOIN "games" g ON g."id"::text = a."metadata"->>'game'
WHERE a."activity_type" = 'share' GROUP BY 1, 2;
