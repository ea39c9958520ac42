import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which proven e-mails a person had before, and until when: what came under one goes with them, too. An earlier schema has
 * not kept them.
 */
export class FormerEmails1700000000411 implements MigrationInterface {
  name = 'FormerEmails1700000000411';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "former_email" (
        "participant_id" uuid NOT NULL REFERENCES "participant" ON DELETE CASCADE,
        "email_key" text NOT NULL,
        "until" timestamptz NOT NULL DEFAULT clock_timestamp(),
        PRIMARY KEY ("participant_id", "email_key")
      )`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE "former_email"');
  }
}
