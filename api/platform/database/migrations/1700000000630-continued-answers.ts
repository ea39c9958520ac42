import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Of a helper is what they recorded: where that piece is gone, the pieces that are left are the participant's own. */
export class ContinuedAnswers1700000000630 implements MigrationInterface {
  name = 'ContinuedAnswers1700000000630';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      UPDATE "answer" a SET "helper_link_id" = NULL
      WHERE "helper_link_id" IS NOT NULL
        AND EXISTS (SELECT FROM "answer_piece" p WHERE p."answer_id" = a."id")
        AND NOT EXISTS (SELECT FROM "answer_piece" p WHERE p."id" = a."id")`);
  }

  async down(): Promise<void> {
    // Whose they are stays true.
  }
}
