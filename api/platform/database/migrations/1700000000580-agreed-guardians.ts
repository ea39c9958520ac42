import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The links over which a parent or guardian has said yes: each takes it back at any time, whatever the person does since. */
export class AgreedGuardians1700000000580 implements MigrationInterface {
  name = 'AgreedGuardians1700000000580';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(
      `ALTER TABLE "recording_consent" ADD COLUMN "guardian_agreed_hashes" bytea[] NOT NULL DEFAULT '{}'`,
    );
    await queryRunner.query(`
      UPDATE "recording_consent" SET "guardian_agreed_hashes" = ARRAY["guardian_token_hash"]
      WHERE "state" IN ('given', 'withdrawn') AND "guardian_token_hash" IS NOT NULL`);
    await queryRunner.query(
      'CREATE INDEX "recording_consent_agreed" ON "recording_consent" USING gin ("guardian_agreed_hashes")',
    );
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "recording_consent" DROP COLUMN "guardian_agreed_hashes"');
  }
}
