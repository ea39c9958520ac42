import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How often a recording could not be checked, or its owner not be told, through no fault of the recording. */
export class ProofFailures1700000000610 implements MigrationInterface {
  name = 'ProofFailures1700000000610';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "recording_proof" ADD COLUMN "failures" integer NOT NULL DEFAULT 0');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "recording_proof" DROP COLUMN "failures"');
  }
}
