import type { MigrationInterface, QueryRunner } from 'typeorm';

const ADDRESS = 's."video_url"';
const ADDRESS_OR_WORDS = `s."video_url", 'words:' || s."written_answer_id"`;

/** What is public. `film`: what a video is, when it is no file. */
const publicVideo = (columns: string, film: string) => `
  CREATE VIEW "public_video" AS
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
             ) AS "is_searchable"${columns}
    FROM "showcase_video" s
    WHERE "is_approved" AND NOT EXISTS (
      SELECT FROM "story_choice" c
      WHERE c."participant_id" = s."participant_id"
        AND (c."hidden_at" IS NOT NULL OR c."withdrawn_at" IS NOT NULL))
      AND NOT EXISTS (
        SELECT FROM "cut_release" l
        WHERE l."participant_id" = s."participant_id"
          AND (l."decision" = 'no' OR l."public_from" > now() OR l."public_until" <= now()
               OR (l."uses" <> '{}' AND NOT l."uses" @> '{archive}'))
          AND l."film" = coalesce(
            (SELECT encode(m."sha256", 'hex') FROM "media_file" m WHERE m."id" = s."media_id"), ${film})
          AND NOT EXISTS (
            SELECT FROM "cut_release" x
            WHERE x."participant_id" = l."participant_id" AND x."film" = l."film" AND x."number" > l."number"))
    ORDER BY "participant_id", "question_id", "approved_at" DESC, "id"
  ) v
  LEFT JOIN "video_preparation" r ON r."media_id" = v."media_id"
  LEFT JOIN "hosted_thumbnail" t ON t."video_id" = v."id"`;

/**
 * Words may be a chapter of a story as a video may. Which written answer it was made of is kept when that is taken back: it
 * is what a yes or a no was said to.
 */
export class WrittenChapters1700000000465 implements MigrationInterface {
  name = 'WrittenChapters1700000000465';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE "showcase_video"
        ADD "written_answer_id" uuid UNIQUE,
        DROP CONSTRAINT "showcase_video_file_or_address",
        ADD CONSTRAINT "showcase_video_one_source"
          CHECK (num_nonnulls("media_id", "video_url", "written_answer_id") = 1),
        ADD CONSTRAINT "showcase_video_words_untimed" CHECK ("written_answer_id" IS NULL OR "cues" IS NULL)`);
    await queryRunner.query('DROP VIEW "public_video"');
    await queryRunner.query(publicVideo(`, "written_answer_id" IS NOT NULL AS "is_written"`, ADDRESS_OR_WORDS));
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP VIEW "public_video"');
    await queryRunner.query('DELETE FROM "showcase_video" WHERE "written_answer_id" IS NOT NULL');
    await queryRunner.query(`
      ALTER TABLE "showcase_video"
        DROP CONSTRAINT "showcase_video_words_untimed",
        DROP CONSTRAINT "showcase_video_one_source",
        ADD CONSTRAINT "showcase_video_file_or_address" CHECK (num_nonnulls("media_id", "video_url") = 1),
        DROP "written_answer_id"`);
    await queryRunner.query(publicVideo('', ADDRESS));
  }
}
