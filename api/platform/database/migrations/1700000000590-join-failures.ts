import type { MigrationInterface, QueryRunner } from 'typeorm';

/** How often the pieces of an answer, as they are now, could not be joined through no fault of their own. */
export class JoinFailures1700000000590 implements MigrationInterface {
  name = 'JoinFailures1700000000590';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "answer" ADD COLUMN "join_failures" integer NOT NULL DEFAULT 0');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "answer" DROP COLUMN "join_failures"');
  }
}
