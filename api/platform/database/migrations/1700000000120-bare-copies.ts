import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which video is converted next, and what the public plays of one until that has happened. */
export class BareCopies1700000000120 implements MigrationInterface {
  name = 'BareCopies1700000000120';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE "video_preparation"
        ADD "line" text CHECK ("line" IN ('approved', 'staff', 'participant', 'public')),
        ADD "waiting_since" timestamptz,
        ADD "claim" uuid,
        ADD "claimed_until" timestamptz,
        ADD "copy_state" text CHECK ("copy_state" IN ('wanted', 'made', 'impossible')),
        ADD "copy_media_id" uuid REFERENCES "media_file"`);
    await queryRunner.query(`
      UPDATE "video_preparation" p SET
        "waiting_since" = m."created_at",
        "line" = CASE
          WHEN EXISTS (SELECT FROM "showcase_video" v WHERE v."media_id" = p."media_id" AND v."is_approved") THEN 'approved'
          WHEN EXISTS (SELECT FROM "showcase_video" v WHERE v."media_id" = p."media_id") THEN 'staff'
          WHEN EXISTS (SELECT FROM "answer" a WHERE a."media_id" = p."media_id") THEN 'participant'
          ELSE 'public'
        END
      FROM "media_file" m WHERE m."id" = p."media_id"`);
    await queryRunner.query(`
      UPDATE "video_preparation" SET "copy_state" = 'wanted' WHERE "line" = 'approved' AND "playable_media_id" IS NULL`);
    await queryRunner.query(`
      ALTER TABLE "video_preparation" ALTER "line" SET NOT NULL, ALTER "waiting_since" SET NOT NULL`);
    await queryRunner.query(`CREATE INDEX "video_preparation_copy" ON "video_preparation" ("copy_media_id")`);
    await queryRunner.query(
      `CREATE INDEX "video_preparation_copy_wanted" ON "video_preparation" ("media_id") WHERE "copy_state" = 'wanted'`,
    );
    await queryRunner.query(`CREATE SEQUENCE "video_preparation_turn"`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP SEQUENCE "video_preparation_turn"`);
    await queryRunner.query(`
      CREATE TEMPORARY TABLE "copied" ON COMMIT DROP AS
      SELECT "copy_media_id" AS "id" FROM "video_preparation" WHERE "copy_media_id" IS NOT NULL`);
    await queryRunner.query(`
      ALTER TABLE "video_preparation" DROP "line", DROP "waiting_since", DROP "claim", DROP "claimed_until",
        DROP "copy_state", DROP "copy_media_id"`);
    await queryRunner.query(`
      WITH removed AS (DELETE FROM "media_file" WHERE "id" IN (SELECT "id" FROM "copied") RETURNING "key")
      INSERT INTO "media_deletion" ("key", "requested_at") SELECT "key", now() FROM removed`);
  }
}
