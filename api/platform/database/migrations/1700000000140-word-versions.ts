import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Every version that the words of a video have had. They are only added to, and go with their video alone. */
export class WordVersions1700000000140 implements MigrationInterface {
  name = 'WordVersions1700000000140';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "word_version" (
        "video_id" uuid NOT NULL REFERENCES "showcase_video" ON DELETE CASCADE,
        "number" integer NOT NULL CHECK ("number" > 0),
        "title" text NOT NULL,
        "description" text NOT NULL,
        "transcript" text NOT NULL,
        "cues" jsonb,
        "producer" text,
        "restored_from" integer,
        "saved_at" timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY ("video_id", "number")
      )`);
    await queryRunner.query(`
      INSERT INTO "word_version" ("video_id", "number", "title", "description", "transcript", "cues", "saved_at")
      SELECT "id", 1, "title", "description", "transcript", "cues", "changed_at" FROM "showcase_video"`);
    await queryRunner.query(`
      CREATE FUNCTION "refuse_change_of_words"() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM "showcase_video" WHERE "id" = OLD."video_id") THEN
          RETURN OLD;
        END IF;
        RAISE EXCEPTION 'Versions of words are only ever added to.' USING ERRCODE = 'insufficient_privilege';
      END $$`);
    await queryRunner.query(`
      CREATE TRIGGER "word_version_is_append_only" BEFORE UPDATE OR DELETE ON "word_version"
      FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_words"()`);
    await queryRunner.query(`
      CREATE TRIGGER "word_version_is_not_emptied" BEFORE TRUNCATE ON "word_version"
      FOR EACH STATEMENT EXECUTE FUNCTION "refuse_change_of_words"()`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE "word_version"');
    await queryRunner.query('DROP FUNCTION "refuse_change_of_words"()');
  }
}
