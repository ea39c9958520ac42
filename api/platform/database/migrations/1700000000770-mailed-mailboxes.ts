import type { MigrationInterface, QueryRunner } from 'typeorm';

/** To which mailbox the mail went that tells of a removal, as a key; null of one that an earlier version sent. */
export class MailedMailboxes1700000000770 implements MigrationInterface {
  name = 'MailedMailboxes1700000000770';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "due_removal" ADD COLUMN "mailed_to" text');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "due_removal" DROP COLUMN "mailed_to"');
  }
}
