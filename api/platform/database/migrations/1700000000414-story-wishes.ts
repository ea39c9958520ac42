import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What people wish for their story in case that they die, or cannot decide any more, and whom they trust to be asked. */
export class StoryWishes1700000000414 implements MigrationInterface {
  name = 'StoryWishes1700000000414';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "story_wish" (
        "participant_id" uuid PRIMARY KEY REFERENCES "participant" ON DELETE CASCADE,
        "words" text NOT NULL,
        "contact_name" text NOT NULL,
        "contact" text NOT NULL,
        "changed_at" timestamptz NOT NULL
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE "story_wish"');
  }
}
