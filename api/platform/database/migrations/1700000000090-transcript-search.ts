import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The transcripts that can be searched, as the search compares them; kept by api/stories/search. */
export class TranscriptSearch1700000000090 implements MigrationInterface {
  name = 'TranscriptSearch1700000000090';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "transcript_search" (
        "video_id" uuid PRIMARY KEY REFERENCES "showcase_video" ON DELETE CASCADE,
        "revision" integer NOT NULL,
        "text" text COLLATE "C" NOT NULL
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE "transcript_search"');
  }
}
