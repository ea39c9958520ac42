import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A mailed link leads to where it was asked for. Those of before lead to what is left of the interview, as they did. */
export class LinkAims1700000000720 implements MigrationInterface {
  name = 'LinkAims1700000000720';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "sign_in_link" ADD COLUMN "aim" text NOT NULL DEFAULT 'interview'`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "sign_in_link" DROP COLUMN "aim"`);
  }
}
