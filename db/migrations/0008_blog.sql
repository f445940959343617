CREATE TABLE "blog_pictures" (
	"post_id" integer NOT NULL,
	"key" text NOT NULL,
	CONSTRAINT "blog_pictures_post_id_key_pk" PRIMARY KEY("post_id","key")
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "blog_post_view_days" (
	"day" date NOT NULL,
	"address" text NOT NULL,
	"blog_post_id" integer NOT NULL,
	"views" integer NOT NULL,
	CONSTRAINT "blog_post_view_days_day_address_blog_post_id_pk" PRIMARY KEY("day","address","blog_post_id")
);
--> statement-breakpoint
CREATE UNLOGGED TABLE "blog_post_view_marks" (
	"visitor" text NOT NULL,
	"blog_post_id" integer NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "blog_post_view_marks_visitor_blog_post_id_pk" PRIMARY KEY("visitor","blog_post_id")
);
--> statement-breakpoint
CREATE TABLE "blog_posts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "blog_posts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"meta_title" text DEFAULT '' NOT NULL,
	"meta_description" text DEFAULT '' NOT NULL,
	"featured_image" text,
	"featured_width" integer,
	"featured_height" integer,
	"author" text NOT NULL,
	"category" text DEFAULT '' NOT NULL,
	"tags" text[] NOT NULL,
	"source" text NOT NULL,
	"format" text NOT NULL,
	"content" text NOT NULL,
	"minutes" integer NOT NULL,
	"views" bigint DEFAULT 0 NOT NULL,
	"is_published" boolean DEFAULT false NOT NULL,
	"published_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "blog_posts_slug_unique" UNIQUE("slug"),
	CONSTRAINT "blog_posts_dated" CHECK (not "blog_posts"."is_published" or "blog_posts"."published_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "blog_starters" (
	"slug" text PRIMARY KEY NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
ALTER TABLE "blog_pictures" ADD CONSTRAINT "blog_pictures_post_id_blog_posts_id_fk" FOREIGN KEY ("post_id") REFERENCES "public"."blog_posts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "blog_pictures_key" ON "blog_pictures" USING btree ("key");--> statement-breakpoint
CREATE INDEX "blog_post_view_marks_age" ON "blog_post_view_marks" USING btree ("seen_at");--> statement-breakpoint
CREATE INDEX "blog_posts_newest" ON "blog_posts" USING btree ("published_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE is_published;