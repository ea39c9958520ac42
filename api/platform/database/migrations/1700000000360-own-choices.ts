import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What people decide about their story themselves: hidden for now, withdrawn, told under another name, found by its link
 * alone. What is hidden or withdrawn is not public, whatever is approved. Their browsers can be told apart, and they can
 * move to another e-mail.
 */
export class OwnChoices1700000000360 implements MigrationInterface {
  name = 'OwnChoices1700000000360';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "story_choice" (
        "participant_id" uuid PRIMARY KEY REFERENCES "participant" ON DELETE CASCADE,
        "hidden_at" timestamptz,
        "withdrawn_at" timestamptz,
        "shown_name" text,
        "named_at" timestamptz,
        "is_unlisted" boolean NOT NULL DEFAULT false
      )`);
    await queryRunner.query(`
      CREATE OR REPLACE VIEW "public_video" AS
      SELECT v.*,
             coalesce(r."playable_media_id", r."copy_media_id") AS "public_media_id",
             CASE WHEN r."state" = 'ready' AND r."changed_at" > v."approved_at"
                       AND r."changed_at" > now() - interval '1 day'
                  THEN r."copy_media_id" END AS "lingering_media_id",
             coalesce(r."poster_media_id", t."media_id") AS "poster_media_id",
             r."audio_media_id",
             r."duration_seconds"
      FROM (
        SELECT DISTINCT ON ("participant_id", "question_id")
               "id", "participant_id", "question_id", "media_id", "video_url", "title", "transcript", "cues",
               "approved_at", "revision", "changed_at",
               "cues" IS NOT NULL AS "is_timed",
               "question_id" IS NOT NULL AND "transcript" <> ''
                 AND position('story overview' IN lower("title" COLLATE "C")) = 0
                 AND NOT EXISTS (
                   SELECT FROM "story_choice" u WHERE u."participant_id" = s."participant_id" AND u."is_unlisted"
                 ) AS "is_searchable"
        FROM "showcase_video" s
        WHERE "is_approved" AND NOT EXISTS (
          SELECT FROM "story_choice" c
          WHERE c."participant_id" = s."participant_id"
            AND (c."hidden_at" IS NOT NULL OR c."withdrawn_at" IS NOT NULL))
        ORDER BY "participant_id", "question_id", "approved_at" DESC, "id"
      ) v
      LEFT JOIN "video_preparation" r ON r."media_id" = v."media_id"
      LEFT JOIN "hosted_thumbnail" t ON t."video_id" = v."id"`);
    for (const table of ['participant_session', 'device_token']) {
      await queryRunner.query(`ALTER TABLE "${table}" ADD "browser_id" uuid NOT NULL DEFAULT gen_random_uuid()`);
    }
    await queryRunner.query(`
      CREATE TABLE "email_change" (
        "token_hash" bytea PRIMARY KEY,
        "participant_id" uuid NOT NULL REFERENCES "participant" ON DELETE CASCADE,
        "email" text NOT NULL,
        "created_at" timestamptz NOT NULL DEFAULT clock_timestamp()
      )`);
    await queryRunner.query(`CREATE INDEX "email_change_participant" ON "email_change" ("participant_id")`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    // What was hidden would be public again: an earlier version cannot know of it.
    await queryRunner.query(`
      UPDATE "showcase_video" SET "is_approved" = false, "approved_at" = NULL
      WHERE "participant_id" IN (
        SELECT "participant_id" FROM "story_choice" WHERE "hidden_at" IS NOT NULL OR "withdrawn_at" IS NOT NULL)`);
    await queryRunner.query('DROP TABLE "email_change"');
    for (const table of ['device_token', 'participant_session']) {
      await queryRunner.query(`ALTER TABLE "${table}" DROP "browser_id"`);
    }
    await queryRunner.query(`
      CREATE OR REPLACE VIEW "public_video" AS
      SELECT v.*,
             coalesce(r."playable_media_id", r."copy_media_id") AS "public_media_id",
             CASE WHEN r."state" = 'ready' AND r."changed_at" > v."approved_at"
                       AND r."changed_at" > now() - interval '1 day'
                  THEN r."copy_media_id" END AS "lingering_media_id",
             coalesce(r."poster_media_id", t."media_id") AS "poster_media_id",
             r."audio_media_id",
             r."duration_seconds"
      FROM (
        SELECT DISTINCT ON ("participant_id", "question_id")
               "id", "participant_id", "question_id", "media_id", "video_url", "title", "transcript", "cues",
               "approved_at", "revision", "changed_at",
               "cues" IS NOT NULL AS "is_timed",
               "question_id" IS NOT NULL AND "transcript" <> ''
                 AND position('story overview' IN lower("title" COLLATE "C")) = 0 AS "is_searchable"
        FROM "showcase_video"
        WHERE "is_approved"
        ORDER BY "participant_id", "question_id", "approved_at" DESC, "id"
      ) v
      LEFT JOIN "video_preparation" r ON r."media_id" = v."media_id"
      LEFT JOIN "hosted_thumbnail" t ON t."video_id" = v."id"`);
    await queryRunner.query('DROP TABLE "story_choice"');
  }
}
