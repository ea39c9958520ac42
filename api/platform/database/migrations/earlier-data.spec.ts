import { Logger } from '@nestjs/common';
import { DataSource, type MigrationInterface } from 'typeorm';
import { createTestDatabase } from '../../../testing/test-database.js';
import { dataSourceOptions } from '../data-source.js';
import { migrations } from './index.js';

type Row = Record<string, unknown>;

const CREATED = '2026-01-02T03:04:05.000Z';
const APPROVED = '2026-02-03T04:05:06.000Z';
const CUES = JSON.stringify([{ start: 0, end: 1, text: 'I rest.' }]);

/** A number of its own for the thing of that kind of the person who came with a schema. */
const id = (schema: number, kind: number) =>
  `00000000-0000-4000-8000-${String(kind).padStart(4, '0')}${String(schema).padStart(8, '0')}`;
const KINDS = ['person', 'answerFile', 'photoFile', 'large', 'medium', 'thumbnail', 'videoFile', 'sentFile'] as const;
const THINGS = ['answer', 'photo', 'video', 'upload', 'redirect', 'sent'] as const;
const idsOf = (schema: number) =>
  Object.fromEntries([...KINDS, ...THINGS].map((name, index) => [name, id(schema, index)])) as Record<
    (typeof KINDS | typeof THINGS)[number],
    string
  >;
const token = (kind: string, schema: number) => Buffer.from(`${kind} ${schema}`);
const email = (schema: number) => `Anna${schema}@Example.org`;

/**
 * Everything that one person may have left, in the order in which it refers to itself. Each table takes of it what its
 * schema knows. What it knows no more or not yet is left out; `expectAllUsed` sees that no column is misspelt.
 */
function rowsOf(schema: number): [table: string, row: Row][] {
  const ids = idsOf(schema);
  const media = (name: (typeof KINDS)[number], mimeType: string): [string, Row] => [
    'media_file',
    {
      id: ids[name],
      key: `${name}/${schema}`,
      sha256: token(name, schema),
      bytes: 5_000_000_000,
      mime_type: mimeType,
      created_at: CREATED,
    },
  ];
  const seen = { participant_id: ids.person, created_at: CREATED, last_seen_at: CREATED };
  const conversion = { state: 'waiting', changed_at: CREATED, waiting_since: CREATED };
  return [
    [
      'participant',
      {
        id: ids.person,
        first_name: 'Anna',
        last_name: 'Example',
        email: email(schema),
        email_key: email(schema).toLowerCase(),
        user_name: `anna-example-${schema}`,
        status: 'submitted',
        is_done: true,
        instagram: '@anna',
        photos_needed: false,
        created_at: CREATED,
        life_before_completed_at: CREATED,
      },
    ],
    ['participant_session', { token_hash: token('session', schema), ...seen }],
    ['device_token', { token_hash: token('device', schema), ...seen }],
    ['sign_in_link', { token_hash: token('link', schema), participant_id: ids.person, created_at: CREATED }],
    media('answerFile', 'video/webm'),
    media('photoFile', 'image/jpeg'),
    media('large', 'image/webp'),
    media('medium', 'image/webp'),
    media('thumbnail', 'image/webp'),
    media('videoFile', 'video/mp4'),
    media('sentFile', 'video/mp4'),
    [
      'answer',
      {
        id: ids.answer,
        participant_id: ids.person,
        question_id: 1,
        media_id: ids.answerFile,
        title: 'Before ME/CFS I loved to climb',
        duration_hint: '1:23',
        created_at: CREATED,
      },
    ],
    [
      'photo',
      {
        id: ids.photo,
        participant_id: ids.person,
        original_media_id: ids.photoFile,
        display_media_id: ids.large,
        thumbnail_media_id: ids.thumbnail,
        filename: 'a.jpg',
        original_name: 'The garden.jpg',
        description: 'The garden',
        created_at: CREATED,
      },
    ],
    [
      'picture',
      {
        media_id: ids.photoFile,
        large_media_id: ids.large,
        medium_media_id: ids.medium,
        thumbnail_media_id: ids.thumbnail,
      },
    ],
    [
      'showcase_video',
      {
        id: ids.video,
        participant_id: ids.person,
        question_id: 2,
        media_id: ids.videoFile,
        title: 'How it began',
        description: 'In short',
        transcript: 'I rest.',
        cues: CUES,
        filename: 'cut.mp4',
        is_approved: true,
        approved_at: APPROVED,
        created_at: CREATED,
        changed_at: APPROVED,
        revision: 3,
      },
    ],
    [
      'word_version',
      {
        video_id: ids.video,
        number: 1,
        title: 'How it began',
        description: 'In short',
        transcript: 'I rest.',
        cues: CUES,
        saved_at: APPROVED,
      },
    ],
    ['story_publication', { participant_id: ids.person }],
    ['transcript_draft', { video_id: ids.video, state: 'ready', cues: CUES, changed_at: CREATED }],
    ['transcript_search', { video_id: ids.video, revision: 3, text: 'i rest.' }],
    ['video_preparation', { media_id: ids.answerFile, line: 'participant', ...conversion }],
    ['video_preparation', { media_id: ids.videoFile, line: 'approved', copy_state: 'wanted', ...conversion }],
    ['video_preparation', { media_id: ids.sentFile, line: 'public', ...conversion }],
    [
      'public_upload',
      {
        id: ids.sent,
        media_id: ids.sentFile,
        submitter_email: email(schema),
        submitter_email_key: email(schema).toLowerCase(),
        original_name: 'walk.mp4',
        created_at: CREATED,
      },
    ],
    [
      'upload_session',
      {
        id: ids.upload,
        audience: 'participant',
        participant_id: ids.person,
        filename: 'long.webm',
        mime_type: 'video/webm',
        total_size: 5_000_000_000,
        total_chunks: 2,
        created_at: CREATED,
      },
    ],
    ['upload_chunk', { upload_id: ids.upload, chunk_index: 0, bytes: 8, sha256: Buffer.from('x'), checksum: 7 }],
    ['redirect', { id: ids.redirect, question_number: 1, redirect_url: 'https://forms.example', description: 'Form' }],
    ['audit_entry', { actor: 'staff', action: 'approve', subject_type: 'showcase_video', subject_id: ids.video }],
  ];
}

/** What product and visitors make of a person in the newest schema. */
const MEANING = `
  SELECT p."id", p."first_name" AS "firstName", p."email_key" AS "emailKey", p."user_name" AS "userName", p."status",
    p."is_done" AS "isDone", p."instagram", p."photos_needed" AS "photosNeeded", p."email_proven_at" AS "provenAt",
    p."life_before_completed_at" AS "lifeBefore", p."introduction_completed_at" AS "introduction",
    (SELECT json_agg(json_build_array(a."question_id", a."title", a."duration_hint", a."is_set_apart", f."key", f."bytes", v."line", v."state"))
     FROM "answer" a JOIN "media_file" f ON f."id" = a."media_id" LEFT JOIN "video_preparation" v ON v."media_id" = f."id"
     WHERE a."participant_id" = p."id") AS "answers",
    (SELECT json_agg(json_build_array(o."original_name", o."description", o."is_set_apart", f."key", l."key", t."key"))
     FROM "photo" o JOIN "media_file" f ON f."id" = o."original_media_id" LEFT JOIN "picture" s ON s."media_id" = f."id"
     LEFT JOIN "media_file" l ON l."id" = s."large_media_id" LEFT JOIN "media_file" t ON t."id" = s."thumbnail_media_id"
     WHERE o."participant_id" = p."id") AS "photos",
    (SELECT json_agg(json_build_array(w."number", w."title", w."description", w."transcript", s."is_approved", s."revision",
       s."filename", s."video_url", f."key", v."line", v."copy_state", s."changed_at" = s."approved_at", w."saved_at" = s."approved_at"))
     FROM "showcase_video" s JOIN "media_file" f ON f."id" = s."media_id" LEFT JOIN "word_version" w ON w."video_id" = s."id"
     LEFT JOIN "video_preparation" v ON v."media_id" = f."id" WHERE s."participant_id" = p."id") AS "videos",
    (SELECT count(*)::int FROM "story_publication" y WHERE y."participant_id" = p."id") AS "publications",
    (SELECT json_agg(json_build_array(u."total_size", c."bytes", c."received_at" IS NOT NULL))
     FROM "upload_session" u JOIN "upload_chunk" c ON c."upload_id" = u."id" WHERE u."participant_id" = p."id") AS "uploads",
    (SELECT json_agg(n."is_proven") FROM "participant_session" n WHERE n."participant_id" = p."id") AS "sessions"
  FROM "participant" p ORDER BY p."id"`;

const meaningOf = (schema: number) => ({
  id: idsOf(schema).person,
  firstName: 'Anna',
  emailKey: `anna${schema}@example.org`,
  userName: `anna-example-${schema}`,
  status: 'submitted',
  isDone: true,
  instagram: '@anna',
  photosNeeded: false,
  provenAt: null,
  lifeBefore: new Date(CREATED),
  introduction: null,
  answers: [
    [
      1,
      'Before ME/CFS I loved to climb',
      '1:23',
      false,
      `answerFile/${schema}`,
      5_000_000_000,
      'participant',
      'waiting',
    ],
  ],
  photos: [['The garden.jpg', 'The garden', false, `photoFile/${schema}`, `large/${schema}`, `thumbnail/${schema}`]],
  videos: [
    [
      1,
      'How it began',
      'In short',
      'I rest.',
      true,
      3,
      'cut.mp4',
      null,
      `videoFile/${schema}`,
      'approved',
      'wanted',
      true,
      true,
    ],
  ],
  publications: 1,
  uploads: [[5_000_000_000, 8, true]],
  sessions: [false],
});

describe('what was written with an earlier schema', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let dataSource: DataSource;
  /** Columns that a row was written into, as `table.column`. */
  let used: Set<string>;

  beforeEach(async () => {
    database = await createTestDatabase({ isMigrated: false });
    dataSource = await new DataSource(dataSourceOptions(database.connection)).initialize();
    used = new Set();
    Logger.overrideLogger(false);
    for (const [schema, Migration] of migrations.entries()) {
      await run((runner) => new Migration().up(runner));
      // The answers need their questions, which came second.
      if (schema > 0) await writeAll(schema);
    }
  });
  afterEach(async () => {
    Logger.overrideLogger(['log', 'warn', 'error', 'fatal', 'verbose', 'debug']);
    await dataSource.destroy();
    await database.drop();
  });

  async function run(step: (runner: Parameters<MigrationInterface['up']>[0]) => Promise<unknown>): Promise<void> {
    const runner = dataSource.createQueryRunner();
    try {
      await runner.startTransaction();
      await step(runner);
      await runner.commitTransaction();
    } finally {
      await runner.release();
    }
  }

  async function writeAll(schema: number): Promise<void> {
    const columns = await dataSource.query<{ table: string; name: string }[]>(
      `SELECT table_name AS "table", column_name AS "name" FROM information_schema.columns WHERE table_schema = 'public'`,
    );
    const known = new Set(columns.map(({ table, name }) => `${table}.${name}`));
    for (const [table, row] of rowsOf(schema)) {
      const names = Object.keys(row).filter((name) => known.has(`${table}.${name}`));
      if (names.length === 0) continue;
      for (const name of names) used.add(`${table}.${name}`);
      await dataSource.query(
        `INSERT INTO "${table}" (${names.map((name) => `"${name}"`).join(', ')})
         VALUES (${names.map((_, index) => `$${index + 1}`).join(', ')})`,
        names.map((name) => row[name]),
      );
    }
  }

  const schemas = migrations.slice(1).map((_, index) => index + 1);

  it('means the same in the newest, whichever it was', async () => {
    expect(await dataSource.query(MEANING)).toEqual(schemas.map(meaningOf));
    const columns = rowsOf(1).flatMap(([table, row]) => Object.keys(row).map((name) => `${table}.${name}`));
    expect([...used].toSorted()).toEqual([...new Set(columns)].toSorted());
  });

  it('outlives a way back to the second schema, and forth again', async () => {
    for (const Migration of migrations.slice(2).toReversed()) await run((runner) => new Migration().down(runner));
    for (const Migration of migrations.slice(2)) await run((runner) => new Migration().up(runner));
    const facts = await dataSource.query<ReturnType<typeof meaningOf>[]>(MEANING);
    expect(facts.map(({ id: person, answers, photos }) => ({ person, answers, photos }))).toEqual(
      schemas.map(meaningOf).map(({ id: person, answers, photos }) => ({ person, answers, photos })),
    );
  });
});
