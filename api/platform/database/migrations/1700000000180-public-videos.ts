import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What is public, in one place: of each person on each question the video that was approved last, with those files of it
 * that may be read. What a view's reader does not ask for costs nothing, and a search by person reaches the index.
 */
export class PublicVideos1700000000180 implements MigrationInterface {
  name = 'PublicVideos1700000000180';

  async up(queryRunner: QueryRunner): Promise<void> {
    // `is_searchable` has the rules of isSearchable() in contract/transcript-search.ts.
    // Public of a file is what was made for every device, until then the copy without metadata; never the file itself.
    // A copy that was public before there was one for every device stays a day longer: somebody may be watching it just then.
    await queryRunner.query(`
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
                 AND position('story overview' IN lower("title" COLLATE "C")) = 0 AS "is_searchable"
        FROM "showcase_video"
        WHERE "is_approved"
        ORDER BY "participant_id", "question_id", "approved_at" DESC, "id"
      ) v
      LEFT JOIN "video_preparation" r ON r."media_id" = v."media_id"
      LEFT JOIN "hosted_thumbnail" t ON t."video_id" = v."id"`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP VIEW "public_video"');
  }
}
