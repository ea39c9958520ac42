import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Since when the e-mail of somebody who has proven one is another, that producers typed; null once its mail was read. */
export class CorrectedMailboxes1700000000745 implements MigrationInterface {
  name = 'CorrectedMailboxes1700000000745';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "participant" ADD "mailbox_corrected_at" timestamptz');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "participant" DROP "mailbox_corrected_at"');
  }
}
