CREATE UNLOGGED TABLE "game_view_days" (
	"day" date NOT NULL,
	"address" text NOT NULL,
	"game_id" integer NOT NULL,
	"views" integer NOT NULL,
	CONSTRAINT "game_view_days_day_address_game_id_pk" PRIMARY KEY("day","address","game_id")
);
