CREATE TABLE "categories" (
	"slug" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"position" integer NOT NULL,
	"is_in_menu" boolean DEFAULT false NOT NULL,
	"is_hidden" boolean DEFAULT false NOT NULL,
	"merged_into" text,
	CONSTRAINT "categories_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "former_category_names" (
	"name" text PRIMARY KEY NOT NULL,
	"category" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "arrangement_changes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "arrangement_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"title" text NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"total" integer NOT NULL,
	"done" integer DEFAULT 0 NOT NULL,
	"changed" integer DEFAULT 0 NOT NULL,
	"finished_at" timestamp with time zone,
	"stopped_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "category_synonyms" (
	"word" text PRIMARY KEY NOT NULL,
	"category" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "collection_games" (
	"collection_id" integer NOT NULL,
	"game_id" integer NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT "collection_games_collection_id_game_id_pk" PRIMARY KEY("collection_id","game_id")
);
--> statement-breakpoint
CREATE TABLE "collections" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "collections_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"slug" text NOT NULL,
	"name" text NOT NULL,
	"description" text DEFAULT '' NOT NULL,
	"rule" jsonb,
	"is_hidden" boolean DEFAULT false NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "collections_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "home_versions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "home_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"arrangement" jsonb NOT NULL,
	"published_at" timestamp with time zone,
	"based_on" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tags" (
	"tag" text PRIMARY KEY NOT NULL,
	"name" text,
	"description" text DEFAULT '' NOT NULL,
	"is_hidden" boolean DEFAULT false NOT NULL,
	"merged_into" text
);
--> statement-breakpoint
CREATE TABLE "feed_games" (
	"feed_id" integer NOT NULL,
	"game_id" integer NOT NULL,
	"entry_hash" text,
	"run_id" integer,
	CONSTRAINT "feed_games_feed_id_game_id_pk" PRIMARY KEY("feed_id","game_id")
);
--> statement-breakpoint
CREATE TABLE "feed_providers" (
	"name" text PRIMARY KEY NOT NULL,
	"label" text NOT NULL,
	"mapping" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "feed_run_entries" (
	"run_id" integer NOT NULL,
	"position" integer NOT NULL,
	"kind" text NOT NULL,
	"game_id" integer,
	"title" text NOT NULL,
	"after" jsonb,
	"before" jsonb,
	"entry_hash" text,
	"rulings" jsonb,
	"duplicates" jsonb,
	"reason" text,
	"is_chosen" boolean DEFAULT true NOT NULL,
	"outcome" text,
	CONSTRAINT "feed_run_entries_run_id_position_pk" PRIMARY KEY("run_id","position")
);
--> statement-breakpoint
CREATE TABLE "feed_runs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "feed_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"feed_id" integer NOT NULL,
	"started_by" text NOT NULL,
	"state" text DEFAULT 'reading' NOT NULL,
	"is_cancelled" boolean DEFAULT false NOT NULL,
	"entries" integer DEFAULT 0 NOT NULL,
	"is_complete" boolean DEFAULT false NOT NULL,
	"counts" jsonb,
	"delist_question" text,
	"done" integer DEFAULT 0 NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"skipped" integer DEFAULT 0 NOT NULL,
	"error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"active_at" timestamp with time zone DEFAULT now() NOT NULL,
	"planned_at" timestamp with time zone,
	"applied_at" timestamp with time zone,
	"undone_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "feeds" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "feeds_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"provider" text NOT NULL,
	"is_saved" boolean DEFAULT true NOT NULL,
	"address" text,
	"file_key" text,
	"file_name" text,
	"options" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"schedule" text DEFAULT 'off' NOT NULL,
	"next_run_at" timestamp with time zone,
	"mode" text DEFAULT 'review' NOT NULL,
	"rules" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"uses_default_rules" boolean DEFAULT true NOT NULL,
	"delist_days" integer DEFAULT 14 NOT NULL,
	"complete_entries" integer,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "feeds_name_unique" UNIQUE("name"),
	CONSTRAINT "feeds_source" UNIQUE("provider","address")
);
--> statement-breakpoint
CREATE TABLE "picture_hashes" (
	"game_id" integer PRIMARY KEY NOT NULL,
	"address" text NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "provider_hosts" (
	"provider" text NOT NULL,
	"host" text NOT NULL,
	"use" text NOT NULL,
	"approved_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "provider_hosts_provider_host_use_pk" PRIMARY KEY("provider","host","use")
);
--> statement-breakpoint
CREATE TABLE "game_health" (
	"game_id" integer PRIMARY KEY NOT NULL,
	"host" text NOT NULL,
	"checked_at" timestamp with time zone,
	"outcome" text,
	"detail" text DEFAULT '' NOT NULL,
	"times" integer DEFAULT 0 NOT NULL,
	"next_check_at" timestamp with time zone DEFAULT now() NOT NULL,
	"suspect_at" timestamp with time zone,
	"status_before" text,
	"dismissed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "game_hosts" (
	"host" text PRIMARY KEY NOT NULL,
	"is_down" boolean DEFAULT false NOT NULL,
	"checked_at" timestamp with time zone DEFAULT now() NOT NULL,
	"down_since" timestamp with time zone,
	"detail" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "game_problem_marks" (
	"game_id" integer NOT NULL,
	"kind" text NOT NULL,
	"address" text NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "game_problem_marks_game_id_kind_address_pk" PRIMARY KEY("game_id","kind","address")
);
--> statement-breakpoint
CREATE TABLE "game_reports" (
	"game_id" integer NOT NULL,
	"reason" text NOT NULL,
	"reports" integer NOT NULL,
	"last_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "game_reports_game_id_reason_pk" PRIMARY KEY("game_id","reason")
);
--> statement-breakpoint
CREATE TABLE "game_version_files" (
	"version_id" integer NOT NULL,
	"path" text NOT NULL,
	"file_key" text NOT NULL,
	"content_type" text NOT NULL,
	"encoding" text,
	"bytes" bigint NOT NULL,
	CONSTRAINT "game_version_files_version_id_path_pk" PRIMARY KEY("version_id","path")
);
--> statement-breakpoint
CREATE TABLE "game_versions" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "game_versions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"game_id" integer NOT NULL,
	"archive" text NOT NULL,
	"root" text NOT NULL,
	"files" integer NOT NULL,
	"bytes" bigint NOT NULL,
	"is_current" boolean DEFAULT false NOT NULL,
	"was_current" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "bulk_actions" ADD COLUMN "dismissed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "game_days" ADD COLUMN "short_visits" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "collection_games" ADD CONSTRAINT "collection_games_collection_id_collections_id_fk" FOREIGN KEY ("collection_id") REFERENCES "public"."collections"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "collection_games" ADD CONSTRAINT "collection_games_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed_games" ADD CONSTRAINT "feed_games_feed_id_feeds_id_fk" FOREIGN KEY ("feed_id") REFERENCES "public"."feeds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed_games" ADD CONSTRAINT "feed_games_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed_run_entries" ADD CONSTRAINT "feed_run_entries_run_id_feed_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."feed_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "feed_runs" ADD CONSTRAINT "feed_runs_feed_id_feeds_id_fk" FOREIGN KEY ("feed_id") REFERENCES "public"."feeds"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "picture_hashes" ADD CONSTRAINT "picture_hashes_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_health" ADD CONSTRAINT "game_health_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_problem_marks" ADD CONSTRAINT "game_problem_marks_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_reports" ADD CONSTRAINT "game_reports_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_version_files" ADD CONSTRAINT "game_version_files_version_id_game_versions_id_fk" FOREIGN KEY ("version_id") REFERENCES "public"."game_versions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_versions" ADD CONSTRAINT "game_versions_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
-- Games imported so far belong to one feed per provider.
INSERT INTO "feeds" ("name", "provider", "is_saved", "mode")
SELECT 'Imported before: ' || provider, provider, false, 'publish' FROM "games" WHERE provider <> 'own' GROUP BY provider;--> statement-breakpoint
INSERT INTO "feed_games" ("feed_id", "game_id")
SELECT f.id, g.id FROM "games" g JOIN "feeds" f ON f.provider = g.provider ORDER BY 1, 2;--> statement-breakpoint
-- The label by which the console filters age ratings, as `refreshListings` writes it.
INSERT INTO "game_labels" ("label", "created_at", "game_id")
SELECT '!age-' || age_rating, created_at, id FROM "games" WHERE age_rating IS NOT NULL AND status <> 'deleted'
ORDER BY 1, 2, 3;--> statement-breakpoint
CREATE INDEX "collection_games_order" ON "collection_games" USING btree ("collection_id","position");--> statement-breakpoint
CREATE INDEX "arrangement_changes_newest" ON "arrangement_changes" USING btree ("created_at" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "collection_games_game" ON "collection_games" USING btree ("game_id");--> statement-breakpoint
CREATE INDEX "home_versions_newest" ON "home_versions" USING btree ("published_at" DESC NULLS FIRST) WHERE published_at is not null;--> statement-breakpoint
CREATE INDEX "feed_games_game" ON "feed_games" USING btree ("game_id");--> statement-breakpoint
CREATE INDEX "feed_run_entries_kind" ON "feed_run_entries" USING btree ("run_id","kind","position");--> statement-breakpoint
CREATE INDEX "feed_run_entries_game" ON "feed_run_entries" USING btree ("game_id");--> statement-breakpoint
CREATE INDEX "feed_runs_newest" ON "feed_runs" USING btree ("created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "feed_runs_feed" ON "feed_runs" USING btree ("feed_id","id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "feeds_due" ON "feeds" USING btree ("next_run_at") WHERE next_run_at is not null;--> statement-breakpoint
CREATE INDEX "picture_hashes_hash" ON "picture_hashes" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "game_health_next" ON "game_health" USING btree ("next_check_at");--> statement-breakpoint
CREATE INDEX "game_health_suspect" ON "game_health" USING btree ("suspect_at" DESC NULLS FIRST,"game_id");--> statement-breakpoint
CREATE INDEX "game_health_host" ON "game_health" USING btree ("host");--> statement-breakpoint
CREATE INDEX "game_problem_marks_age" ON "game_problem_marks" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "game_version_files_key" ON "game_version_files" USING btree ("file_key");--> statement-breakpoint
CREATE INDEX "game_versions_game" ON "game_versions" USING btree ("game_id","id" DESC NULLS FIRST);