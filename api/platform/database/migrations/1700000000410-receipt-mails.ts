import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which receipts are still to be mailed. A row goes once its mail is handed over, and with whoever the receipts are of; that
 * nothing refers to the receipt itself leaves the chain without any lock. Earlier receipts are not mailed.
 */
export class ReceiptMails1700000000410 implements MigrationInterface {
  name = 'ReceiptMails1700000000410';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "receipt_mail" (
        "receipt_id" uuid PRIMARY KEY,
        "subject_key" uuid NOT NULL REFERENCES "consent_subject" ("subject_key") ON DELETE CASCADE,
        "attempts" integer NOT NULL DEFAULT 0,
        "due_at" timestamptz NOT NULL DEFAULT clock_timestamp()
      )`);
    await queryRunner.query(`CREATE INDEX "receipt_mail_subject" ON "receipt_mail" ("subject_key")`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE "receipt_mail"');
  }
}
