import type { MigrationInterface, QueryRunner } from 'typeorm';

type Events = 'INSERT OR UPDATE OR DELETE' | `UPDATE OF ${string}`;

/** Whose story a row is of, of tables that do not say so themselves. */
const OF_VIDEO = (column: string, value: string) =>
  `SELECT "participant_id" FROM "showcase_video" WHERE "${column}" = ${value}`;

/** For each table of which the public reads something: what counts as a change, and of whose story it is. */
const WATCHED: { table: string; events?: Events; people: (row: 'OLD' | 'NEW') => string }[] = [
  ...['showcase_video', 'story_choice', 'cut_release', 'story_publication', 'former_address'].map((table) => ({
    table,
    people: (row: string) => `SELECT ${row}."participant_id"`,
  })),
  {
    table: 'participant',
    events: 'UPDATE OF "first_name", "user_name" OR DELETE',
    people: (row) => `SELECT ${row}."id"`,
  },
  // Releases are of a film, known by its hash. No file goes while a video names it.
  { table: 'media_file', events: 'UPDATE OF "sha256"', people: (row) => OF_VIDEO('media_id', `${row}."id"`) },
  { table: 'video_preparation', people: (row) => OF_VIDEO('media_id', `${row}."media_id"`) },
  { table: 'hosted_thumbnail', people: (row) => OF_VIDEO('id', `${row}."video_id"`) },
];

const note = (people: string) => `INSERT INTO "story_change" ("participant_id") ${people}`;

/**
 * Whose public story may have changed, noted in the transaction that changes it. The number of that transaction tells who
 * has read it and who has not: rows become visible in another order than that in which they are written.
 */
export class StoryChanges1700000000760 implements MigrationInterface {
  name = 'StoryChanges1700000000760';

  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      CREATE TABLE "story_change" (
        "participant_id" uuid,
        "changed_in" xid8 NOT NULL DEFAULT pg_current_xact_id(),
        "changed_at" timestamptz NOT NULL DEFAULT now()
      )`);
    await queryRunner.query('CREATE INDEX "story_change_in" ON "story_change" ("changed_in")');
    // What is made of a file asks for each whose video it is of.
    await queryRunner.query('CREATE INDEX "showcase_video_media" ON "showcase_video" ("media_id")');
    for (const { table, events = 'INSERT OR UPDATE OR DELETE', people } of WATCHED) {
      await queryRunner.query(`
        CREATE FUNCTION "note_${table}_change"() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN
          IF TG_OP = 'INSERT' THEN ${note(people('NEW'))};
          ELSIF TG_OP = 'DELETE' THEN ${note(people('OLD'))};
          ELSE ${note(`${people('OLD')} UNION ${people('NEW')}`)};
          END IF;
          RETURN NULL;
        END $$`);
      await queryRunner.query(`
        CREATE TRIGGER "${table}_changes_story" AFTER ${events} ON "${table}"
        FOR EACH ROW EXECUTE FUNCTION "note_${table}_change"()`);
    }
    // Of anybody's: a story's answers stand in the order of the questions, which stand beside them.
    await queryRunner.query(`
      CREATE FUNCTION "note_question_change"() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        ${note('VALUES (NULL)')};
        RETURN NULL;
      END $$`);
    await queryRunner.query(`
      CREATE TRIGGER "question_changes_stories" AFTER INSERT OR UPDATE OR DELETE ON "question"
      FOR EACH STATEMENT EXECUTE FUNCTION "note_question_change"()`);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('DROP FUNCTION "note_question_change" CASCADE');
    for (const { table } of WATCHED) await queryRunner.query(`DROP FUNCTION "note_${table}_change" CASCADE`);
    await queryRunner.query('DROP INDEX "showcase_video_media"');
    await queryRunner.query('DROP TABLE "story_change"');
  }
}
