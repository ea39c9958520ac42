import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When staff have somebody asked anew about being recorded, whatever was said until then by them and of a parent or guardian. */
export class AskedAnew1700000000750 implements MigrationInterface {
  name = 'AskedAnew1700000000750';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "recording_consent" ADD COLUMN "asked_anew_at" timestamptz`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "recording_consent" DROP COLUMN "asked_anew_at"');
  }
}
