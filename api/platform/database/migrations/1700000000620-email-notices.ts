import type { MigrationInterface, QueryRunner } from 'typeorm';

/** What the e-mail that somebody has until then is still to be told of its change. A row goes once its mail is handed over. */
export class EmailNotices1700000000620 implements MigrationInterface {
  name = 'EmailNotices1700000000620';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "email_notice" (
        "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        "participant_id" uuid NOT NULL REFERENCES "participant" ON DELETE CASCADE,
        "email" text NOT NULL,
        "masked_email" text,
        "attempts" integer NOT NULL DEFAULT 0,
        "due_at" timestamptz NOT NULL DEFAULT clock_timestamp()
      )`);
    await queryRunner.query(`CREATE INDEX "email_notice_participant" ON "email_notice" ("participant_id")`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE "email_notice"');
  }
}
