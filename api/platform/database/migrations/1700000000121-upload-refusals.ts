import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Why a whole file was refused: the file is gone then, and whoever asks again gets the same answer. */
export class UploadRefusals1700000000121 implements MigrationInterface {
  name = 'UploadRefusals1700000000121';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "upload_session" ADD "refusal" jsonb`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "upload_session" DROP "refusal"`);
  }
}
