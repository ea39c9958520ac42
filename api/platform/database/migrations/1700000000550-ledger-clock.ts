import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When each person said the last word that the ledger keeps, and which of the ends of their answers this database knows. */
export class LedgerClock1700000000550 implements MigrationInterface {
  name = 'LedgerClock1700000000550';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "ledger_clock" (
        "participant_id" uuid PRIMARY KEY REFERENCES "participant" ("id") ON DELETE CASCADE,
        "said_at" timestamptz NOT NULL
      )`);
    await queryRunner.query('ALTER TABLE "story_choice" ADD COLUMN "answers_ended_at" timestamptz');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "story_choice" DROP COLUMN "answers_ended_at"');
    await queryRunner.query('DROP TABLE "ledger_clock"');
  }
}
