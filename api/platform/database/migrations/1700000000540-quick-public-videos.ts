import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A release that keeps its film from the archive, as long as no later one is of the same film. */
const BLOCKS = `(l."decision" = 'no' OR l."public_from" > now() OR l."public_until" <= now()
               OR (l."uses" <> '{}' AND NOT l."uses" @> '{archive}'))`;
const IS_BLOCKED = `EXISTS (
        SELECT FROM "cut_release" l
        WHERE l."participant_id" = s."participant_id"
          AND ${BLOCKS}
          AND l."film" = coalesce(
            (SELECT encode(m."sha256", 'hex') FROM "media_file" m WHERE m."id" = s."media_id"),
            s."video_url", 'words:' || s."written_answer_id")
          AND NOT EXISTS (
            SELECT FROM "cut_release" x
            WHERE x."participant_id" = l."participant_id" AND x."film" = l."film" AND x."number" > l."number"))`;
/** Few people have such a release, and only what is theirs has to be known as a film. */
const IS_BLOCKED_QUICKLY = `(
        EXISTS (SELECT FROM "cut_release" l WHERE l."participant_id" = s."participant_id" AND ${BLOCKS})
        AND ${IS_BLOCKED})`;

const publicVideo = (isBlocked: string) => `
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
             ) AS "is_searchable", "written_answer_id" IS NOT NULL AS "is_written"
    FROM "showcase_video" s
    WHERE "is_approved" AND NOT EXISTS (
      SELECT FROM "story_choice" c
      WHERE c."participant_id" = s."participant_id"
        AND (c."hidden_at" IS NOT NULL OR c."withdrawn_at" IS NOT NULL))
      AND NOT ${isBlocked}
    ORDER BY "participant_id", "question_id", "approved_at" DESC, "id"
  ) v
  LEFT JOIN "video_preparation" r ON r."media_id" = v."media_id"
  LEFT JOIN "hosted_thumbnail" t ON t."video_id" = v."id"`;

/** What is public stays the same; reading all of it takes two thirds of the time. */
export class QuickPublicVideos1700000000540 implements MigrationInterface {
  name = 'QuickPublicVideos1700000000540';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(publicVideo(IS_BLOCKED_QUICKLY));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(publicVideo(IS_BLOCKED));
  }
}
