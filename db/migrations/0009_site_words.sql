CREATE TABLE "site_words" (
	"name" text PRIMARY KEY NOT NULL,
	"value" text NOT NULL
);
