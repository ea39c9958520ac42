import type { MigrationInterface, QueryRunner } from 'typeorm';

/** An upload lives from its last chunk on. Chunks that are there already count as having arrived just now. */
export class ChunkTimes1700000000160 implements MigrationInterface {
  name = 'ChunkTimes1700000000160';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "upload_chunk" ADD "received_at" timestamptz NOT NULL DEFAULT now()`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('ALTER TABLE "upload_chunk" DROP "received_at"');
  }
}
