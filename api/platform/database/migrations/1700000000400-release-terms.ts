import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What is public; `limits` are the conditions on the person's story, `s` the video. */
const publicVideo = (limits: string) => `
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
        AND (c."hidden_at" IS NOT NULL OR c."withdrawn_at" IS NOT NULL))${limits}
    ORDER BY "participant_id", "question_id", "approved_at" DESC, "id"
  ) v
  LEFT JOIN "video_preparation" r ON r."media_id" = v."media_id"
  LEFT JOIN "hosted_thumbnail" t ON t."video_id" = v."id"`;

/** Nothing of which the last word of its person is a no, or a yes that does not hold now, or not for the archive. */
const RELEASED = `
      AND NOT EXISTS (
        SELECT FROM "cut_release" l
        WHERE l."participant_id" = s."participant_id"
          AND (l."decision" = 'no' OR l."public_from" > now() OR l."public_until" <= now()
               OR (l."uses" <> '{}' AND NOT l."uses" @> '{archive}'))
          AND l."film" = coalesce(
            (SELECT encode(m."sha256", 'hex') FROM "media_file" m WHERE m."id" = s."media_id"), s."video_url")
          AND NOT EXISTS (
            SELECT FROM "cut_release" x
            WHERE x."participant_id" = l."participant_id" AND x."film" = l."film" AND x."number" > l."number"))`;

/**
 * A yes may be limited: to some uses, to those who have the link, to a time. It is given on a screen, by a mailed link or on
 * paper. What is public knows of it. A wish for changes may name sentences and stretches.
 */
export class ReleaseTerms1700000000400 implements MigrationInterface {
  name = 'ReleaseTerms1700000000400';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE "cut_release"
        ADD "uses" text[] NOT NULL DEFAULT '{}',
        ADD "link_only" boolean NOT NULL DEFAULT false,
        ADD "public_from" timestamptz,
        ADD "public_until" timestamptz,
        ADD "marks" jsonb NOT NULL DEFAULT '[]'`);
    // Until now a yes was one to the archive, in these words.
    await queryRunner.query(`UPDATE "cut_release" SET "uses" = '{archive}' WHERE "decision" = 'yes'`);
    await queryRunner.query(publicVideo(RELEASED));
    await queryRunner.query(`
      CREATE TABLE "paper_release" (
        "id" uuid PRIMARY KEY,
        "release_number" bigint NOT NULL UNIQUE REFERENCES "cut_release",
        "participant_id" uuid NOT NULL REFERENCES "participant",
        "media_id" uuid NOT NULL REFERENCES "media_file",
        "producer_name" text NOT NULL,
        "signed_on" date NOT NULL,
        "at" timestamptz NOT NULL DEFAULT clock_timestamp()
      )`);
    await queryRunner.query(`CREATE INDEX "paper_release_participant" ON "paper_release" ("participant_id")`);
    await queryRunner.query(`CREATE INDEX "paper_release_media" ON "paper_release" ("media_id")`);
    await queryRunner.query(`
      CREATE TABLE "release_link" (
        "token_hash" bytea PRIMARY KEY,
        "video_id" uuid NOT NULL REFERENCES "showcase_video" ON DELETE CASCADE,
        "participant_id" uuid NOT NULL REFERENCES "participant" ON DELETE CASCADE,
        "email" text NOT NULL,
        "created_at" timestamptz NOT NULL DEFAULT clock_timestamp(),
        "answered_at" timestamptz
      )`);
    await queryRunner.query(`CREATE INDEX "release_link_video" ON "release_link" ("video_id")`);
    await queryRunner.query(`CREATE INDEX "release_link_participant" ON "release_link" ("participant_id")`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    // What is limited would be public without its limits: an earlier version cannot know of them.
    await queryRunner.query(`
      UPDATE "showcase_video" v SET "is_approved" = false, "approved_at" = NULL
      WHERE v."is_approved" AND EXISTS (
        SELECT FROM "cut_release" l
        WHERE l."participant_id" = v."participant_id"
          AND (l."link_only" OR l."public_from" IS NOT NULL OR l."public_until" IS NOT NULL
               OR (l."decision" = 'yes' AND NOT l."uses" @> '{archive}')))`);
    await queryRunner.query('DROP TABLE "release_link"');
    await queryRunner.query('DROP TABLE "paper_release"');
    await queryRunner.query(publicVideo(''));
    await queryRunner.query(`
      ALTER TABLE "cut_release"
        DROP "uses", DROP "link_only", DROP "public_from", DROP "public_until", DROP "marks"`);
  }
}
