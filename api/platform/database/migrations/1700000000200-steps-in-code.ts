import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Which steps there are is said by the table in `api/contract/steps.ts` alone. */
export class StepsInCode1700000000200 implements MigrationInterface {
  name = 'StepsInCode1700000000200';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      ALTER TABLE "redirect"
        DROP CONSTRAINT "redirect_question_number_check",
        ADD CONSTRAINT "redirect_question_number_check" CHECK ("question_number" >= 0)`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DELETE FROM "redirect" WHERE "question_number" > 7`);
    await queryRunner.query(`
      ALTER TABLE "redirect"
        DROP CONSTRAINT "redirect_question_number_check",
        ADD CONSTRAINT "redirect_question_number_check" CHECK ("question_number" BETWEEN 0 AND 7)`);
  }
}
