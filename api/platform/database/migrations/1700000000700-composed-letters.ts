import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A text is searched with each letter and its marks as one sign where there is one. Those that were kept otherwise go; the
 * next comparison with the public answers, at the first search or publishing, makes them anew.
 */
export class ComposedLetters1700000000700 implements MigrationInterface {
  name = 'ComposedLetters1700000000700';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DELETE FROM "transcript_search" WHERE "text" IS NOT NFC NORMALIZED');
  }

  /** Of a text alone it cannot be told how it was written. */
  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DELETE FROM "transcript_search"');
  }
}
