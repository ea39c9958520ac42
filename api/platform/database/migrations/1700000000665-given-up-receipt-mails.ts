import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An earlier version gave a mail up after twelve tries, and left the row where it was killed in the last one. */
export class GivenUpReceiptMails1700000000665 implements MigrationInterface {
  name = 'GivenUpReceiptMails1700000000665';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DELETE FROM "receipt_mail" WHERE "attempts" >= 12');
  }

  async down(): Promise<void> {
    // An earlier version sends none of them either.
  }
}
