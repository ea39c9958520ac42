import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Answers whose person needs somebody today: since when, who has taken it, and when it was done. It stays when the answer
 * goes, and goes with the person.
 */
export class UrgentAnswers1700000000412 implements MigrationInterface {
  name = 'UrgentAnswers1700000000412';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "urgent_answer" (
        "id" uuid PRIMARY KEY DEFAULT gen_random_uuid(),
        "participant_id" uuid NOT NULL REFERENCES "participant" ON DELETE CASCADE,
        "question_id" integer NOT NULL REFERENCES "question",
        "marked_at" timestamptz NOT NULL DEFAULT clock_timestamp(),
        "marked_by" text,
        "taken_at" timestamptz,
        "taken_by" text,
        "done_at" timestamptz,
        CHECK ("done_at" IS NULL OR "taken_at" IS NOT NULL)
      )`);
    await queryRunner.query(`
      CREATE UNIQUE INDEX "urgent_answer_open" ON "urgent_answer" ("participant_id", "question_id")
      WHERE "done_at" IS NULL`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TABLE "urgent_answer"');
  }
}
