import type { MigrationInterface, QueryRunner } from 'typeorm';

const NOT_YET = `l."public_from" > now()`;
const NO_MORE = `(l."decision" = 'no' OR l."public_until" <= now()
               OR (l."uses" <> '{}' AND NOT l."uses" @> '{archive}'))`;
/** Few people have such a release, and only what is theirs has to be known as a film. */
const isKept = (says: string) => `(
        EXISTS (SELECT FROM "cut_release" l WHERE l."participant_id" = s."participant_id" AND ${says})
        AND EXISTS (
        SELECT FROM "cut_release" l
        WHERE l."participant_id" = s."participant_id"
          AND ${says}
          AND l."film" = coalesce(
            (SELECT encode(m."sha256", 'hex') FROM "media_file" m WHERE m."id" = s."media_id"),
            s."video_url", 'words:' || s."written_answer_id")
          AND NOT EXISTS (
            SELECT FROM "cut_release" x
            WHERE x."participant_id" = l."participant_id" AND x."film" = l."film" AND x."number" > l."number")))`;

/** @param shown which of the cuts counts, of those that may be public @param counts whether the one that counts is public */
const publicVideo = (isShown: string, isCounted: string) => `
  CREATE OR REPLACE VIEW "public_video" AS
  SELECT v."id", v."participant_id", v."question_id", v."media_id", v."video_url", v."title", v."transcript", v."cues",
         v."approved_at", v."revision", v."changed_at", v."is_timed", v."is_searchable", v."is_written",
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
             ) AS "is_searchable", "written_answer_id" IS NOT NULL AS "is_written",
           ${isCounted} AS "may_be_public"
    FROM "showcase_video" s
    WHERE "is_approved" AND NOT EXISTS (
      SELECT FROM "story_choice" c
      WHERE c."participant_id" = s."participant_id"
        AND (c."hidden_at" IS NOT NULL OR c."withdrawn_at" IS NOT NULL))
      AND ${isShown}
    ORDER BY "participant_id", "question_id", "approved_at" DESC, "id"
  ) v
  LEFT JOIN "video_preparation" r ON r."media_id" = v."media_id"
  LEFT JOIN "hosted_thumbnail" t ON t."video_id" = v."id"
  WHERE v."may_be_public"`;

/** A cut whose time is over keeps older ones of its question covered, until it is approved no more. */
export class CoveredCuts1700000000570 implements MigrationInterface {
  name = 'CoveredCuts1700000000570';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(publicVideo(`NOT ${isKept(NOT_YET)}`, `NOT ${isKept(NO_MORE)}`));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(publicVideo(`NOT ${isKept(`(${NOT_YET} OR ${NO_MORE})`)}`, 'true'));
  }
}
