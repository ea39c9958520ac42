import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The audit knows producers by name, so no two have the same. Of those who had, whoever was added later bears the e-mail, too.
 */
export class NamedProducers1700000000710 implements MigrationInterface {
  name = 'NamedProducers1700000000710';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      UPDATE "staff_account" SET "name" = "name" || ' (' || "email" || ')' WHERE "id" IN (
        SELECT "id" FROM (
          SELECT "id", row_number() OVER (PARTITION BY lower("name") ORDER BY "created_at", "id") AS "place" FROM "staff_account"
        ) AS "placed" WHERE "place" > 1
      )`);
    await queryRunner.query(`CREATE UNIQUE INDEX "staff_account_name" ON "staff_account" (lower("name"))`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP INDEX "staff_account_name"`);
  }
}
