import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Mails that lead people back: on the day that they asked for, and when a recording has waited in their browser. */
export class Reminders1700000000441 implements MigrationInterface {
  name = 'Reminders1700000000441';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "reminder" (
        "participant_id" uuid NOT NULL REFERENCES "participant" ON DELETE CASCADE,
        "kind" text NOT NULL CHECK ("kind" IN ('asked', 'held_draft')),
        "due_at" timestamptz NOT NULL,
        "sent_at" timestamptz,
        PRIMARY KEY ("participant_id", "kind")
      )`);
    await queryRunner.query(`CREATE INDEX "reminder_due" ON "reminder" ("due_at") WHERE "sent_at" IS NULL`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE "reminder"');
  }
}
