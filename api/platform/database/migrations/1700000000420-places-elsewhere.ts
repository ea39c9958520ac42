import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Where stories stand outside of this server, and what has to be removed there once somebody takes something back. Each
 * time that a story is public it has an id which tells nothing of it: feeds and copies of the site name it by that.
 */
export class PlacesElsewhere1700000000420 implements MigrationInterface {
  name = 'PlacesElsewhere1700000000420';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "story_appearance" (
        "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        "participant_id" uuid REFERENCES "participant" ON DELETE SET NULL,
        "user_name" text,
        "is_listed" boolean NOT NULL,
        "since" timestamptz NOT NULL DEFAULT clock_timestamp(),
        "ended_at" timestamptz(3),
        CHECK ("ended_at" IS NULL OR ("participant_id" IS NULL AND "user_name" IS NULL))
      )`);
    await queryRunner.query(`
      CREATE UNIQUE INDEX "story_appearance_present" ON "story_appearance" ("participant_id") WHERE "ended_at" IS NULL`);
    await queryRunner.query(`
      CREATE INDEX "story_appearance_ended" ON "story_appearance" ("ended_at") WHERE "ended_at" IS NOT NULL`);
    await queryRunner.query(`
      CREATE TABLE "place_elsewhere" (
        "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        "kind" text NOT NULL CHECK ("kind" IN ('export', 'other')),
        "name" text NOT NULL,
        "address" text,
        "participant_id" uuid REFERENCES "participant" ON DELETE CASCADE,
        "added_by" text,
        "added_at" timestamptz NOT NULL DEFAULT clock_timestamp(),
        "updated_at" timestamptz NOT NULL DEFAULT clock_timestamp()
      )`);
    await queryRunner.query(`
      CREATE INDEX "place_elsewhere_participant" ON "place_elsewhere" ("participant_id") WHERE "participant_id" IS NOT NULL`);
    await queryRunner.query(`
      CREATE TABLE "exported_story" (
        "place_id" uuid NOT NULL REFERENCES "place_elsewhere" ON DELETE CASCADE,
        "participant_id" uuid NOT NULL REFERENCES "participant" ON DELETE CASCADE,
        PRIMARY KEY ("place_id", "participant_id")
      )`);
    await queryRunner.query(`CREATE INDEX "exported_story_participant" ON "exported_story" ("participant_id")`);
    await queryRunner.query(`
      CREATE TABLE "removal_elsewhere" (
        "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        "subject_key" uuid NOT NULL,
        "participant_id" uuid REFERENCES "participant" ON DELETE SET NULL,
        "place_id" uuid REFERENCES "place_elsewhere" ON DELETE SET NULL,
        "kind" text NOT NULL CHECK ("kind" IN ('host', 'export', 'feed', 'other')),
        "place" text NOT NULL,
        "address" text,
        "cause" text NOT NULL,
        "asked_at" timestamptz NOT NULL DEFAULT clock_timestamp(),
        "outcome" text,
        "note" text NOT NULL DEFAULT '',
        "done_by" text,
        "done_at" timestamptz,
        CHECK (("outcome" IS NULL) = ("done_at" IS NULL)),
        CHECK ("done_at" IS NULL OR "address" IS NULL)
      )`);
    await queryRunner.query(`
      CREATE UNIQUE INDEX "removal_elsewhere_open"
      ON "removal_elsewhere" ("subject_key", "kind", (coalesce("place_id"::text, "address", "place"))) WHERE "done_at" IS NULL`);
    await queryRunner.query(`
      CREATE INDEX "removal_elsewhere_done" ON "removal_elsewhere" ("done_at" DESC) WHERE "done_at" IS NOT NULL`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    for (const table of ['removal_elsewhere', 'exported_story', 'place_elsewhere', 'story_appearance']) {
      await queryRunner.query(`DROP TABLE "${table}"`);
    }
  }
}
