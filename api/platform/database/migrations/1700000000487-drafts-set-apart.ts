import type { MigrationInterface, QueryRunner } from 'typeorm';

const CONSTRAINT = 'upload_session_audience_check';

/** A recording that was on its way when its e-mail was proven elsewhere is nobody's, until its owner says that it is theirs. */
export class DraftsSetApart1700000000487 implements MigrationInterface {
  name = 'DraftsSetApart1700000000487';

  async up(queryRunner: QueryRunner): Promise<void> {
    await this.allow(queryRunner, ['staff', 'participant', 'public', 'set_apart']);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DELETE FROM "upload_session" WHERE "audience" = 'set_apart'`);
    await this.allow(queryRunner, ['staff', 'participant', 'public']);
  }

  private async allow(queryRunner: QueryRunner, audiences: string[]): Promise<void> {
    const list = audiences.map((audience) => `'${audience}'`).join(', ');
    await queryRunner.query(`ALTER TABLE "upload_session" DROP CONSTRAINT "${CONSTRAINT}"`);
    await queryRunner.query(
      `ALTER TABLE "upload_session" ADD CONSTRAINT "${CONSTRAINT}" CHECK ("audience" IN (${list}))`,
    );
  }
}
