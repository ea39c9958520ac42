import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Whose an upload of the public page is: of who had its e-mail as it came, from when whoever had the e-mail before them left
 * it. What came before anybody had it is of the first, what came after all have left it of the last. An e-mail that was left
 * unproven was nobody's; an upload whose e-mail nobody has or had is not in here.
 */
export class UploadOwners1700000000740 implements MigrationInterface {
  name = 'UploadOwners1700000000740';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('CREATE INDEX "former_email_email_key_idx" ON "former_email" ("email_key")');
    await queryRunner.query(`
      CREATE VIEW "public_upload_owner" AS
      SELECT u."id" AS "upload_id", owner."participant_id"
      FROM "public_upload" u CROSS JOIN LATERAL (
        SELECT h."participant_id"
        FROM (SELECT "id" AS "participant_id", 'infinity'::timestamptz AS "until" FROM "participant"
              WHERE "email_key" = u."submitter_email_key"
              UNION ALL
              SELECT "participant_id", "until" FROM "former_email" WHERE "email_key" = u."submitter_email_key") AS h
        ORDER BY h."until" < u."created_at", CASE WHEN h."until" >= u."created_at" THEN h."until" END, h."until" DESC
        LIMIT 1) AS owner`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP VIEW "public_upload_owner"');
    await queryRunner.query('DROP INDEX "former_email_email_key_idx"');
  }
}
