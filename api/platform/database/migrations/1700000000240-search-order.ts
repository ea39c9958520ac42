import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a search needs beside the texts: the order of its rows, and an index that finds pieces of words. The index is
 * made where the database has the extension for it; elsewhere a search reads through the texts.
 */
export class SearchOrder1700000000240 implements MigrationInterface {
  name = 'SearchOrder1700000000240';

  async up(queryRunner: QueryRunner): Promise<void> {
    // Texts without their place are taken for outdated, and added anew.
    await queryRunner.query(`
      ALTER TABLE "transcript_search" ADD "story_sequence" bigint, ADD "question_sequence" integer`);
    await queryRunner.query(`
      DO $$
      BEGIN
        CREATE EXTENSION IF NOT EXISTS pg_trgm;
        CREATE INDEX "transcript_search_grams" ON "transcript_search" USING gin ("text" gin_trgm_ops)
          WITH (fastupdate = off);
      EXCEPTION WHEN feature_not_supported OR undefined_file OR insufficient_privilege OR undefined_object THEN
        RAISE NOTICE 'A search reads through all texts: %', SQLERRM;
      END $$`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP INDEX IF EXISTS "transcript_search_grams"');
    await queryRunner.query('ALTER TABLE "transcript_search" DROP "story_sequence", DROP "question_sequence"');
  }
}
