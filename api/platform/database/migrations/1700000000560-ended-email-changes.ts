import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A link to another e-mail that works no more, and still counts among those of its day. */
export class EndedEmailChanges1700000000560 implements MigrationInterface {
  name = 'EndedEmailChanges1700000000560';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "email_change" ADD COLUMN "ended_at" timestamptz');
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    // An earlier version would let them work again.
    await queryRunner.query('DELETE FROM "email_change" WHERE "ended_at" IS NOT NULL');
    await queryRunner.query('ALTER TABLE "email_change" DROP COLUMN "ended_at"');
  }
}
