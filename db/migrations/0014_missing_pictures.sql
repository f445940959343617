CREATE TABLE "missing_pictures" (
	"address" text PRIMARY KEY NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
