import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What a video was before it had another address: a "no" holds for that film, too. Of before, those are known to which
 * somebody has said something.
 */
export class FormerFilms1700000000730 implements MigrationInterface {
  name = 'FormerFilms1700000000730';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "former_film" (
        "video_id" uuid NOT NULL REFERENCES "showcase_video" ON DELETE CASCADE,
        "film" text NOT NULL,
        PRIMARY KEY ("video_id", "film")
      )`);
    await queryRunner.query(`
      INSERT INTO "former_film" ("video_id", "film")
      SELECT DISTINCT l."video_id", l."film"
      FROM "cut_release" l JOIN "showcase_video" v ON v."id" = l."video_id" AND v."participant_id" = l."participant_id"
      LEFT JOIN "media_file" m ON m."id" = v."media_id"
      WHERE l."film" <> coalesce(encode(m."sha256", 'hex'), v."video_url", 'words:' || v."written_answer_id")`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`DROP TABLE "former_film"`);
  }
}
