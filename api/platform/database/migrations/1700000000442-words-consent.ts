import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whoever is not recorded may still write: that is a yes of its own. */
export class WordsConsent1700000000442 implements MigrationInterface {
  name = 'WordsConsent1700000000442';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "recording_consent" ADD "may_keep_words" boolean`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "recording_consent" DROP "may_keep_words"`);
  }
}
