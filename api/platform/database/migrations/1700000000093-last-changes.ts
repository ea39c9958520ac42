import type { MigrationInterface, QueryRunner } from 'typeorm';

/** When each finished video was last changed: the sitemap tells it. What counts the changes also dates them. */
export class LastChanges1700000000093 implements MigrationInterface {
  name = 'LastChanges1700000000093';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`ALTER TABLE "showcase_video" ADD "changed_at" timestamptz NOT NULL DEFAULT now()`);
    await queryRunner.query(`UPDATE "showcase_video" SET "changed_at" = coalesce("approved_at", "created_at")`);
    await queryRunner.query(`
      CREATE FUNCTION "date_change"() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        NEW."changed_at" = clock_timestamp();
        RETURN NEW;
      END $$`);
    await queryRunner.query(`
      CREATE TRIGGER "showcase_video_changed" BEFORE UPDATE OF "revision" ON "showcase_video"
      FOR EACH ROW EXECUTE FUNCTION "date_change"()`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP TRIGGER "showcase_video_changed" ON "showcase_video"');
    await queryRunner.query('DROP FUNCTION "date_change"()');
    await queryRunner.query('ALTER TABLE "showcase_video" DROP "changed_at"');
  }
}
