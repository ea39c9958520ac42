import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Showcase videos that stand at Vimeo or YouTube, with the pictures of them that are kept here. */
export class HostedVideos1700000000080 implements MigrationInterface {
  name = 'HostedVideos1700000000080';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE "showcase_video"
        ADD COLUMN "video_url" text,
        ALTER COLUMN "media_id" DROP NOT NULL,
        ALTER COLUMN "filename" DROP NOT NULL,
        ADD CONSTRAINT "showcase_video_file_or_address" CHECK (num_nonnulls("media_id", "video_url") = 1),
        ADD CONSTRAINT "showcase_video_filename" CHECK (("filename" IS NULL) = ("media_id" IS NULL))`);
    await queryRunner.query(`
      CREATE TABLE "hosted_thumbnail" (
        "video_id" uuid PRIMARY KEY REFERENCES "showcase_video" ON DELETE CASCADE,
        "media_id" uuid REFERENCES "media_file",
        "tries" integer NOT NULL DEFAULT 0,
        "due_at" timestamptz,
        CHECK ("media_id" IS NULL OR "due_at" IS NULL)
      )`);
    await queryRunner.query(`CREATE INDEX "hosted_thumbnail_media" ON "hosted_thumbnail" ("media_id")`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TEMPORARY TABLE "kept" ON COMMIT DROP AS SELECT "media_id" AS "id" FROM "hosted_thumbnail"`);
    await queryRunner.query(`DROP TABLE "hosted_thumbnail"`);
    await queryRunner.query(`
      WITH removed AS (DELETE FROM "media_file" WHERE "id" IN (SELECT "id" FROM "kept") RETURNING "key")
      INSERT INTO "media_deletion" ("key", "requested_at") SELECT "key", now() FROM removed`);
    await queryRunner.query(`DELETE FROM "showcase_video" WHERE "media_id" IS NULL`);
    await queryRunner.query(`
      ALTER TABLE "showcase_video"
        DROP CONSTRAINT "showcase_video_filename",
        DROP CONSTRAINT "showcase_video_file_or_address",
        ALTER COLUMN "filename" SET NOT NULL,
        ALTER COLUMN "media_id" SET NOT NULL,
        DROP COLUMN "video_url"`);
  }
}
