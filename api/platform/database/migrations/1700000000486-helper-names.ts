import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Whom a link is for, in its participant's words: so that they and staff see who added something. */
export class HelperNames1700000000486 implements MigrationInterface {
  name = 'HelperNames1700000000486';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "helper_link" ADD "name" text NOT NULL DEFAULT ''`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "helper_link" DROP "name"`);
  }
}
