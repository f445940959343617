CREATE TABLE "bulk_action_games" (
	"action_id" integer NOT NULL,
	"game_id" integer NOT NULL,
	"before" jsonb,
	CONSTRAINT "bulk_action_games_action_id_game_id_pk" PRIMARY KEY("action_id","game_id")
);
--> statement-breakpoint
CREATE TABLE "bulk_actions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bulk_actions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"action" text NOT NULL,
	"options" jsonb NOT NULL,
	"query" text,
	"games" integer NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"finished_at" timestamp with time zone,
	"undo_started_at" timestamp with time zone,
	"undo_position" integer DEFAULT 0 NOT NULL,
	"restored" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"undone_at" timestamp with time zone,
	"stopped_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "former_slugs" (
	"slug" text PRIMARY KEY NOT NULL,
	"game_id" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "game_days" (
	"day" date NOT NULL,
	"game_id" integer NOT NULL,
	"plays" integer DEFAULT 0 NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "game_days_game_id_day_pk" PRIMARY KEY("game_id","day")
);
--> statement-breakpoint
CREATE TABLE "game_labels" (
	"label" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"game_id" integer NOT NULL,
	CONSTRAINT "game_labels_label_created_at_game_id_pk" PRIMARY KEY("label","created_at","game_id")
);
--> statement-breakpoint
CREATE TABLE "game_overrides" (
	"game_id" integer NOT NULL,
	"field" text NOT NULL,
	"feed_value" jsonb,
	"set_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "game_overrides_game_id_field_pk" PRIMARY KEY("game_id","field")
);
--> statement-breakpoint
CREATE TABLE "game_weeks" (
	"game_id" integer PRIMARY KEY NOT NULL,
	"plays" integer NOT NULL,
	"failures" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "saved_views" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "saved_views_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"query" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "saved_views_name_unique" UNIQUE("name")
);
--> statement-breakpoint
-- Existing games get their derived rows, as `refreshListings` writes them; before the indexes are built, which is quicker.
INSERT INTO "game_weeks" ("game_id", "plays", "failures") SELECT id, 0, 0 FROM "games";--> statement-breakpoint
INSERT INTO "game_labels" ("label", "created_at", "game_id")
SELECT DISTINCT l.label, g.created_at, g.id FROM "games" g CROSS JOIN LATERAL (
	SELECT replace(lower(category), ' ', '-') AS label FROM unnest(g.categories) category
	UNION ALL SELECT '#' || lower(tag) FROM unnest(g.tags) tag
	UNION ALL SELECT '!original' WHERE g.is_original
	UNION ALL SELECT '!no-picture' WHERE g.image_url IS NULL
) l ORDER BY 1, 2, 3;--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "held_url" text;--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "status" text DEFAULT 'published' NOT NULL;--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "status_reason" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "status_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "is_featured" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "age_rating" text;--> statement-breakpoint
ALTER TABLE "bulk_action_games" ADD CONSTRAINT "bulk_action_games_action_id_bulk_actions_id_fk" FOREIGN KEY ("action_id") REFERENCES "public"."bulk_actions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_action_games" ADD CONSTRAINT "bulk_action_games_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "former_slugs" ADD CONSTRAINT "former_slugs_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_days" ADD CONSTRAINT "game_days_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_overrides" ADD CONSTRAINT "game_overrides_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_weeks" ADD CONSTRAINT "game_weeks_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "bulk_action_games_game" ON "bulk_action_games" USING btree ("game_id");--> statement-breakpoint
CREATE INDEX "bulk_actions_newest" ON "bulk_actions" USING btree ("created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "former_slugs_game" ON "former_slugs" USING btree ("game_id");--> statement-breakpoint
CREATE INDEX "game_days_day" ON "game_days" USING btree ("day");--> statement-breakpoint
CREATE INDEX "game_labels_game" ON "game_labels" USING btree ("game_id");--> statement-breakpoint
CREATE INDEX "game_weeks_plays" ON "game_weeks" USING btree ("plays" DESC NULLS FIRST,"game_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "game_weeks_failures" ON "game_weeks" USING btree ("failures" DESC NULLS FIRST,"game_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "players_search" ON "players" USING gin (lower(username || ' ' || full_name || ' ' || email) gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "posts_text_not_shown" ON "posts" USING gin (post_text(title, content, tags) gin_trgm_ops) WHERE not (state = 'shown');--> statement-breakpoint
CREATE INDEX "games_all_newest" ON "games" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE status <> 'deleted';--> statement-breakpoint
CREATE INDEX "games_all_titles" ON "games" USING btree ("search_title","id","created_at") WHERE status <> 'deleted';--> statement-breakpoint
CREATE INDEX "games_by_status" ON "games" USING btree ("status","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "games_by_provider" ON "games" USING btree ("provider","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE status <> 'deleted';--> statement-breakpoint
CREATE INDEX "games_by_phones" ON "games" USING btree ("plays_on_phones","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE status <> 'deleted';--> statement-breakpoint
CREATE INDEX "games_unlisted_titles" ON "games" USING gin (search_title gin_trgm_ops) WHERE not (url is not null);