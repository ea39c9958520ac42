import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is made of every video: the poster, what every device plays, the sound. */
export class VideoPreparation1700000000030 implements MigrationInterface {
  name = 'VideoPreparation1700000000030';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "video_preparation" (
        "media_id" uuid PRIMARY KEY REFERENCES "media_file",
        "state" text NOT NULL CHECK ("state" IN ('waiting', 'working', 'ready', 'failed', 'off')),
        "problem" text,
        "attempts" integer NOT NULL DEFAULT 0,
        "duration_seconds" double precision,
        "width" integer,
        "height" integer,
        "poster_media_id" uuid REFERENCES "media_file",
        "playable_media_id" uuid REFERENCES "media_file",
        "audio_media_id" uuid REFERENCES "media_file",
        "changed_at" timestamptz NOT NULL
      )`);
    for (const file of ['poster', 'playable', 'audio']) {
      await queryRunner.query(`CREATE INDEX "video_preparation_${file}" ON "video_preparation" ("${file}_media_id")`);
    }
    await queryRunner.query(
      `CREATE INDEX "video_preparation_open" ON "video_preparation" ("media_id") WHERE "state" IN ('waiting', 'working')`,
    );
    await queryRunner.query(`
      INSERT INTO "video_preparation" ("media_id", "state", "changed_at")
      SELECT "id", 'waiting', now() FROM "media_file" WHERE "mime_type" LIKE 'video/%' OR "mime_type" LIKE 'audio/%'`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TEMPORARY TABLE "made" ON COMMIT DROP AS
      SELECT unnest(ARRAY["poster_media_id", "playable_media_id", "audio_media_id"]) AS "id" FROM "video_preparation"`);
    await queryRunner.query(`DROP TABLE "video_preparation"`);
    await queryRunner.query(`
      WITH removed AS (DELETE FROM "media_file" WHERE "id" IN (SELECT "id" FROM "made") RETURNING "key")
      INSERT INTO "media_deletion" ("key", "requested_at") SELECT "key", now() FROM removed`);
  }
}
