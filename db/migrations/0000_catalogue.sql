CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
-- The letters and pairs of letters of a title: searches of one or two letters, which trigrams cannot answer.
CREATE FUNCTION title_grams(title text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN ARRAY(
	SELECT DISTINCT substr(title, at, size) FROM generate_series(1, length(title)) at, generate_series(1, 2) size
	WHERE at + size - 1 <= length(title)
);
--> statement-breakpoint
CREATE TABLE "game_categories" (
	"category" text NOT NULL,
	"game_id" integer NOT NULL,
	"is_original" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"feed_position" integer NOT NULL,
	"views" bigint NOT NULL,
	CONSTRAINT "game_categories_game_id_category_pk" PRIMARY KEY("game_id","category")
);
--> statement-breakpoint
CREATE TABLE "game_counts" (
	"list" text PRIMARY KEY NOT NULL,
	"games" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "game_tags" (
	"tag" text NOT NULL,
	"game_id" integer NOT NULL,
	"views" bigint NOT NULL,
	CONSTRAINT "game_tags_game_id_tag_pk" PRIMARY KEY("game_id","tag")
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "game_view_marks" (
	"visitor" text NOT NULL,
	"game_id" integer NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "game_view_marks_visitor_game_id_pk" PRIMARY KEY("visitor","game_id")
);
--> statement-breakpoint
CREATE TABLE "game_views" (
	"game_id" integer PRIMARY KEY NOT NULL,
	"views" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "games" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "games_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"search_title" text GENERATED ALWAYS AS (lower(title)) STORED NOT NULL,
	"provider" text NOT NULL,
	"provider_game_id" text NOT NULL,
	"categories" text[] NOT NULL,
	"raw_category" text,
	"tags" text[] NOT NULL,
	"description" text NOT NULL,
	"how_to_play" text NOT NULL,
	"controls" jsonb,
	"platform" text DEFAULT 'Web Browser' NOT NULL,
	"published_by" text,
	"url" text,
	"image_url" text,
	"image_small_url" text,
	"poster_url" text,
	"poster_small_url" text,
	"width" integer,
	"height" integer,
	"plays_on_phones" boolean,
	"is_original" boolean DEFAULT false NOT NULL,
	"feed_position" integer DEFAULT 0 NOT NULL,
	"seo_title" text,
	"seo_description" text,
	"og_title" text,
	"og_description" text,
	"og_image" text,
	"canonical_url" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "games_slug_unique" UNIQUE("slug"),
	CONSTRAINT "games_provider_game" UNIQUE("provider","provider_game_id")
);
--> statement-breakpoint
ALTER TABLE "game_categories" ADD CONSTRAINT "game_categories_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_tags" ADD CONSTRAINT "game_tags_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "game_views" ADD CONSTRAINT "game_views_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "game_categories_newest" ON "game_categories" USING btree ("category","created_at" DESC NULLS FIRST,"feed_position","game_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "game_categories_most" ON "game_categories" USING btree ("category","views" DESC NULLS FIRST,"game_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "game_tags_most" ON "game_tags" USING btree ("tag","views" DESC NULLS FIRST,"game_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "game_view_marks_age" ON "game_view_marks" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "game_views_most" ON "game_views" USING btree ("views" DESC NULLS FIRST,"game_id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "games_newest" ON "games" USING btree ("created_at" DESC NULLS FIRST,"feed_position","id" DESC NULLS FIRST) WHERE url is not null;--> statement-breakpoint
CREATE INDEX "games_originals" ON "games" USING btree ("created_at" DESC NULLS FIRST,"feed_position","id" DESC NULLS FIRST) WHERE is_original and url is not null;--> statement-breakpoint
CREATE INDEX "games_own" ON "games" USING btree ("created_at" DESC NULLS FIRST,"feed_position","id" DESC NULLS FIRST) WHERE provider = 'own' and url is not null;--> statement-breakpoint
CREATE INDEX "games_prefix_1" ON "games" USING btree (left(search_title, 1),"created_at" DESC NULLS FIRST,"feed_position","id" DESC NULLS FIRST) WHERE provider <> 'own' and url is not null;--> statement-breakpoint
CREATE INDEX "games_prefix_2" ON "games" USING btree (left(search_title, 2),"created_at" DESC NULLS FIRST,"feed_position","id" DESC NULLS FIRST) WHERE provider <> 'own' and url is not null;--> statement-breakpoint
CREATE INDEX "games_prefix_3" ON "games" USING btree (left(search_title, 3),"created_at" DESC NULLS FIRST,"feed_position","id" DESC NULLS FIRST) WHERE provider <> 'own' and url is not null;--> statement-breakpoint
CREATE INDEX "games_prefix_4" ON "games" USING btree (left(search_title, 4),"created_at" DESC NULLS FIRST,"feed_position","id" DESC NULLS FIRST) WHERE provider <> 'own' and url is not null;--> statement-breakpoint
CREATE INDEX "games_title_trigrams" ON "games" USING gin (search_title gin_trgm_ops) WHERE provider <> 'own' and url is not null;--> statement-breakpoint
CREATE INDEX "games_title_grams" ON "games" USING gin (title_grams(search_title)) WHERE provider <> 'own' and url is not null;