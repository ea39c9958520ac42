import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The sentence that stands for a finished video: the one a producer has chosen, and the one that was found by its words.
 * `revision` is that of the video whose words were looked at.
 */
export class Sentences1700000000220 implements MigrationInterface {
  name = 'Sentences1700000000220';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "chosen_sentence" (
        "video_id" uuid PRIMARY KEY REFERENCES "showcase_video" ("id") ON DELETE CASCADE,
        "sentence" text NOT NULL
      )`);
    await queryRunner.query(`
      CREATE TABLE "telling_sentence" (
        "video_id" uuid PRIMARY KEY REFERENCES "showcase_video" ("id") ON DELETE CASCADE,
        "revision" integer NOT NULL,
        "sentence" text
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE "telling_sentence"');
    await queryRunner.query('DROP TABLE "chosen_sentence"');
  }
}
