import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The sizes in which every picture is shown, in one place for whoever sent it; one more of them than before. */
export class Pictures1700000000085 implements MigrationInterface {
  name = 'Pictures1700000000085';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "picture" (
        "media_id" uuid PRIMARY KEY REFERENCES "media_file",
        "large_media_id" uuid NOT NULL REFERENCES "media_file",
        "medium_media_id" uuid REFERENCES "media_file",
        "thumbnail_media_id" uuid NOT NULL REFERENCES "media_file"
      )`);
    for (const size of ['large', 'medium', 'thumbnail']) {
      await queryRunner.query(`CREATE INDEX "picture_${size}" ON "picture" ("${size}_media_id")`);
    }
    await queryRunner.query(`
      INSERT INTO "picture" ("media_id", "large_media_id", "thumbnail_media_id")
      SELECT "original_media_id", "display_media_id", "thumbnail_media_id" FROM "photo"`);
    await queryRunner.query(`ALTER TABLE "photo" DROP COLUMN "display_media_id", DROP COLUMN "thumbnail_media_id"`);
  }

  /** Pictures that came through the public page lose their sizes, those of participants the one in the middle. */
  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE "photo"
      ADD COLUMN "display_media_id" uuid REFERENCES "media_file",
      ADD COLUMN "thumbnail_media_id" uuid REFERENCES "media_file"`);
    await queryRunner.query(`
      UPDATE "photo" SET "display_media_id" = "large_media_id", "thumbnail_media_id" = p."thumbnail_media_id"
      FROM "picture" p WHERE p."media_id" = "original_media_id"`);
    for (const size of ['display', 'thumbnail']) {
      await queryRunner.query(`ALTER TABLE "photo" ALTER COLUMN "${size}_media_id" SET NOT NULL`);
    }
    await queryRunner.query(`
      CREATE TEMPORARY TABLE "lost" ON COMMIT DROP AS
      SELECT unnest(ARRAY["medium_media_id", CASE WHEN o."id" IS NULL THEN "large_media_id" END,
                          CASE WHEN o."id" IS NULL THEN p."thumbnail_media_id" END]) AS "id"
      FROM "picture" p LEFT JOIN "photo" o ON o."original_media_id" = p."media_id"`);
    await queryRunner.query(`DROP TABLE "picture"`);
    await queryRunner.query(`
      WITH removed AS (DELETE FROM "media_file" WHERE "id" IN (SELECT "id" FROM "lost") RETURNING "key")
      INSERT INTO "media_deletion" ("key", "requested_at") SELECT "key", now() FROM removed`);
  }
}
