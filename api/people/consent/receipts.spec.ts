import { createHash } from 'node:crypto';
import { ELSEWHERE_WORDS_VERSION } from '../../contract/staff/elsewhere.js';
import { ANSWERED_WORDS } from '../../contract/consent/answered-words.js';
import { PRIVACY_VERSIONS, privacyVersionPath } from '../../contract/consent/privacy.js';
import { RECEIPT_WORDS } from '../../contract/consent/receipt-words.js';
import type { ReceiptKind } from '../../contract/consent/receipts.js';
import { RELEASE_WORDS_VERSION } from '../../contract/videos/releases.js';
import { WITHDRAWAL_WORDS_VERSION } from '../../contract/stories/withdrawal-words.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { registerPerson } from '../../testing/registered-person.js';
import { receiptDocument } from './receipt-document.js';
import { type NewReceipt, ReceiptsService } from './receipts.service.js';

const WORDING = { version: '2026-11-22', words: 'You can stop or take it back at any time.' };
const CUT = Buffer.alloc(32, 7);

describe('receipts', () => {
  let testApp: TestApp;
  let receipts: ReceiptsService;
  beforeAll(async () => {
    testApp = await createTestApp();
    receipts = testApp.app.get(ReceiptsService);
  });
  afterAll(() => testApp.close());

  const newPerson = async (): Promise<string> => {
    const { browser } = await registerPerson(testApp);
    return ((await browser.get('/api/auth/user')).body as { id: string }).id;
  };
  const append = (participantId: string, more: Partial<NewReceipt> = {}) =>
    testApp.dataSource.transaction((transaction) =>
      receipts.append(transaction, {
        subject: { participantId },
        kind: 'recording_given',
        actor: 'participant',
        method: 'screen',
        wording: WORDING,
        ...more,
      }),
    );
  /** Alters the table as nobody may. */
  const force = async (...statements: string[]) => {
    await testApp.dataSource.transaction(async (transaction) => {
      // The lock of the table before its row of the catalogue, as an analysis at the same time has them.
      await transaction.query('ALTER TABLE consent_receipt DISABLE TRIGGER USER');
      await transaction.query('GRANT ALL ON consent_receipt TO CURRENT_USER');
      for (const statement of statements) await transaction.query(statement);
      await transaction.query('ALTER TABLE consent_receipt ENABLE TRIGGER USER');
      await transaction.query('REVOKE UPDATE, DELETE, TRUNCATE ON consent_receipt FROM CURRENT_USER');
    });
  };

  it('tell what was said, of which words and which cut, and how', async () => {
    const id = await newPerson();
    const given = await append(id, { cutHash: CUT, details: { social: true, archive: false } });
    expect(given).toMatchObject({
      kind: 'recording_given',
      actor: 'participant',
      method: 'screen',
      wordingVersion: '2026-11-22',
      wordingHash: createHash('sha256').update(WORDING.words).digest('hex'),
      cutHash: CUT.toString('hex'),
      details: { social: true, archive: false },
    });
    expect(await receipts.listOf(id)).toEqual([given]);
  });

  it('name a privacy notice that is there, whatever they are about, and the words that were answered', async () => {
    const id = await newPerson();
    const facts = { organisation: testApp.config.organisation, transcriber: null, keeping: testApp.config.keeping };
    const known = PRIVACY_VERSIONS.map(({ version, sha256 }) => ({
      '@type': 'dpv:PrivacyNotice',
      'dct:hasVersion': version,
      'schema:sha256': sha256,
      'schema:url': `https://stories.example${privacyVersionPath(version)}`,
    }));
    const others = [RELEASE_WORDS_VERSION, WITHDRAWAL_WORDS_VERSION, ELSEWHERE_WORDS_VERSION, '2027-01-01.7'];
    for (const kind of Object.keys(RECEIPT_WORDS) as ReceiptKind[]) {
      for (const version of others) {
        const receipt = await append(id, { kind, wording: { version, words: 'Yes.' } });
        const document = receiptDocument(receipt, facts, 'https://stories.example');
        expect(document['dpv:hasNotice']).toEqual([
          known.at(-1),
          { '@type': 'dpv:ConsentNotice', 'dct:hasVersion': version, 'schema:sha256': receipt.wordingHash },
        ]);
        const unnoted = receiptDocument({ ...receipt, details: {} }, facts, 'https://stories.example');
        expect(known).toContainEqual((unnoted['dpv:hasNotice'] as object[])[0]);
      }
      for (const [index, { version, text }] of PRIVACY_VERSIONS.entries()) {
        const own = await append(id, { kind, wording: { version, words: JSON.stringify(text) } });
        expect(own.details).toEqual({});
        expect(receiptDocument(own, facts, 'https://stories.example')['dpv:hasNotice']).toEqual([known[index]]);
      }
    }
  });

  it('carry the words that were answered, as long as these are kept, and are named where they are not', async () => {
    const id = await newPerson();
    const facts = { organisation: testApp.config.organisation, transcriber: null, keeping: testApp.config.keeping };
    // The first of all, which no screen shows any more.
    const { version, words, sha256 } = ANSWERED_WORDS[0]!;
    const kept = await append(id, { kind: 'release_given', wording: { version, words } });
    const [, said] = receiptDocument(kept, facts, 'https://stories.example')['dpv:hasNotice'] as object[];
    expect(said).toEqual({
      '@type': 'dpv:ConsentNotice',
      'dct:hasVersion': version,
      'schema:sha256': sha256,
      'schema:text': words,
    });
    const lost = await append(id, { wording: { version: '2020-01-01', words: 'Nobody knows.' } });
    const { unknown } = await receipts.verify();
    expect(unknown).not.toContainEqual(expect.objectContaining({ number: kept.number }));
    expect(unknown).toContainEqual({
      number: lost.number,
      what: `is of words of 2020-01-01 that are not kept here: SHA-256 ${lost.wordingHash}`,
    });
  });

  it('say of something that was taken back what it was for', async () => {
    const id = await newPerson();
    const facts = { organisation: testApp.config.organisation, transcriber: null, keeping: testApp.config.keeping };
    const purposes = [];
    for (const what of ['answer', 'photo', 'video', 'story']) {
      const receipt = await append(id, { kind: 'story_withdrawn', details: { what } });
      const process = receiptDocument(receipt, facts, 'https://stories.example')['dpv:hasProcess'];
      purposes.push((process as Record<string, unknown>)['dpv:hasPurpose']);
    }
    expect(purposes).toEqual([
      'Keeping this answer',
      'Keeping this photo',
      'Keeping and showing this video',
      'Showing this story',
    ]);
  });

  it('stand and fall with the transaction that they are part of', async () => {
    const id = await newPerson();
    const failing = testApp.dataSource.transaction(async (transaction) => {
      await receipts.append(transaction, {
        subject: { participantId: id },
        kind: 'release_given',
        actor: 'participant',
        method: 'screen',
        wording: WORDING,
      });
      throw new Error('Given up');
    });
    await expect(failing).rejects.toThrow('Given up');
    expect(await receipts.listOf(id)).toEqual([]);
    expect((await receipts.verify()).flaws).toEqual([]);
  });

  it('are one chain, also when many come at once', async () => {
    const people = await Promise.all([newPerson(), newPerson(), newPerson()]);
    await Promise.all(Array.from({ length: 30 }, (_, index) => append(people[index % 3]!)));
    const { receipts: count, flaws } = await receipts.verify();
    expect(count).toBeGreaterThanOrEqual(30);
    expect(flaws).toEqual([]);
  });

  it('are checked to the last, however many there are', async () => {
    const { number } = await append(await newPerson());
    const last = number + 2000;
    await force(
      `INSERT INTO consent_receipt (number, id, subject_key, kind, actor, method, wording_version, wording_hash, details,
         at, previous_hash, hash)
       SELECT n, gen_random_uuid(), subject_key, kind, actor, method, wording_version, wording_hash, details,
         at, sha256((n - 1)::text::bytea), sha256(n::text::bytea)
       FROM consent_receipt, generate_series(${number + 1}, ${last}) AS n WHERE number = ${number}`,
    );
    const { receipts: count, flaws } = await receipts.verify();
    await force(`DELETE FROM consent_receipt WHERE number > ${number}`);
    expect(count).toBe(last);
    expect(flaws.at(-1)).toEqual({ number: last, what: 'was altered' });
  });

  it('stay when their person is deleted, and name nobody', async () => {
    const id = await newPerson();
    const { id: receiptId } = await append(id);
    await testApp.staff().delete(`/api/admin/delete-user/${id}`).expect(200);
    expect(await receipts.listOf(id)).toEqual([]);
    const rows = await testApp.dataSource.query<object[]>('SELECT * FROM consent_receipt WHERE id = $1', [receiptId]);
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(id);
    expect((await receipts.verify()).flaws).toEqual([]);
  });

  it.each([
    'UPDATE consent_receipt SET at = now()',
    'DELETE FROM consent_receipt',
    'DELETE FROM consent_receipt WHERE false',
    'TRUNCATE consent_receipt',
  ])('are not changed by %s', async (statement) => {
    await append(await newPerson());
    await expect(testApp.dataSource.query(statement)).rejects.toThrow('permission denied for table consent_receipt');
    const withRight = testApp.dataSource.transaction(async (transaction) => {
      await transaction.query('GRANT ALL ON consent_receipt TO CURRENT_USER');
      await transaction.query(statement);
    });
    await expect(withRight).rejects.toThrow('Receipts are only ever added to.');
  });

  it.each([
    [
      'changed',
      "UPDATE consent_receipt SET kind = 'release_given' WHERE number = 2",
      { number: 2, what: 'was altered' },
    ],
    [
      'removed',
      'DELETE FROM consent_receipt WHERE number = 2',
      { number: 3, what: 'follows receipt 1: some are missing between' },
    ],
  ])('tell when one was %s all the same', async (_what, statement, flaw) => {
    for (let count = 0; count < 3; count += 1) await append(await newPerson());
    await force('CREATE TABLE kept AS SELECT * FROM consent_receipt WHERE number = 2', statement);
    expect((await receipts.verify()).flaws).toContainEqual(flaw);
    await force(
      'DELETE FROM consent_receipt WHERE number = 2',
      'INSERT INTO consent_receipt SELECT * FROM kept',
      'DROP TABLE kept',
    );
    expect((await receipts.verify()).flaws).toEqual([]);
  });
});
