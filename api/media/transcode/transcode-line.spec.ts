import { ArchiveClient } from '../../testing/archive-client.js';
import { holdTransaction } from '../../testing/hold-transaction.js';
import { signUp } from '../../testing/participants.js';
import { keepPublicCopy } from '../../testing/public-copy.js';
import { PublicSender } from '../../testing/public-sender.js';
import { sampleMp4, sampleWebm, toDataUrl } from '../../testing/sample-media.js';
import { createTestApp, type TestApp } from '../../testing/test-app.js';
import { until } from '../../testing/until.js';
import type { TranscodeLine } from '../store/transcode-line.js';
import { TranscodesRepository } from './transcodes.repository.js';

describe('the order in which videos are converted', () => {
  let testApp: TestApp;
  let archive: ArchiveClient;
  let transcodes: TranscodesRepository;

  /** On a server without video tools, so that nothing is converted but by these cases. */
  beforeEach(async () => {
    testApp = await createTestApp();
    archive = await ArchiveClient.signIn(testApp);
    transcodes = testApp.app.get(TranscodesRepository, { strict: false });
    await until(async () => (await add.staff()) !== '' && (await countOff()) > 0);
    for (const table of ['showcase_video', 'answer', 'public_upload', 'video_preparation']) {
      await testApp.dataSource.query(`DELETE FROM ${table}`);
    }
  });
  afterEach(() => testApp.close());

  const countOff = async () =>
    (await testApp.dataSource.query<unknown[]>(`SELECT FROM video_preparation WHERE state = 'off'`)).length;

  const add = {
    public: () => new PublicSender(testApp).send({ bytes: sampleMp4(), name: 'a.mp4' }).expect(201),
    participant: async () => {
      const body = { questionId: 1, title: 'An answer', videoData: toDataUrl(sampleWebm(), 'video/webm') };
      const cookie = await signUp(testApp);
      await testApp.http.post('/api/videos/upload-cloud').set('Cookie', cookie).send(body).expect(201);
    },
    staff: async () => (await archive.add(await archive.register(), { questionId: 1 })).id,
    approved: async () => archive.approve(await add.staff()).expect(200),
  };

  const mediaOf = async (id: string) => {
    const rows = await testApp.dataSource.query<[{ mediaId: string }]>(
      'SELECT media_id AS "mediaId" FROM showcase_video WHERE id = $1',
      [id],
    );
    return rows[0].mediaId;
  };

  /** Whose videos are taken, one after another, as long as any waits. */
  async function takeAll(): Promise<TranscodeLine[]> {
    await transcodes.setAvailable(true);
    const lines: TranscodeLine[] = [];
    for (let next = await transcodes.claimNext(); next; next = await transcodes.claimNext()) {
      lines.push((await transcodes.findAll([next.mediaId]))[0]!.line);
      await transcodes.note(next, { state: 'ready' });
    }
    return lines;
  }

  it('is: what is public, what waits for approval, what participants sent, what anyone sent', async () => {
    for (const line of ['public', 'participant', 'staff', 'approved', 'public', 'approved'] as const) await add[line]();
    expect(await takeAll()).toEqual(['approved', 'approved', 'staff', 'participant', 'public', 'public']);
  });

  it('follows an approval, and its end', async () => {
    const [first, second] = [await add.staff(), await add.staff()];
    await archive.approve(second).expect(200);
    await transcodes.setAvailable(true);
    const taken = await transcodes.claimNext();
    expect(taken?.mediaId).toBe(await mediaOf(second));
    await transcodes.putBack(taken!, { isLater: false });
    await archive.unapprove(second).expect(200);
    expect((await transcodes.claimNext())?.mediaId).toBe(await mediaOf(first));
  });

  it('passes nobody over for ever, however much comes before them', async () => {
    await add.approved();
    for (const line of ['public', 'participant', 'staff'] as const) await add[line]();
    await testApp.dataSource.query(`UPDATE video_preparation SET waiting_since = now() - interval '11 minutes'
                                    WHERE line <> 'approved'`);
    await transcodes.setAvailable(true);
    const lines: TranscodeLine[] = [];
    for (let turn = 0; turn < 16; turn++) {
      const next = (await transcodes.claimNext())!;
      const { line } = (await transcodes.findAll([next.mediaId]))[0]!;
      lines.push(line);
      // There is always another one that is public.
      if (line === 'approved') await transcodes.putBack(next, { isLater: false });
    }
    expect(new Set(lines)).toEqual(new Set(['approved', 'staff', 'participant', 'public']));
    expect(lines.filter((line) => line === 'approved')).toHaveLength(13);
  });

  it('goes on with the others where one could not be read just now, and comes back to it', async () => {
    await add.approved();
    await add.public();
    // It is put off for as long as it has waited.
    await testApp.dataSource.query(`UPDATE video_preparation SET waiting_since = now() - interval '1 minute'`);
    await transcodes.setAvailable(true);
    const failed = (await transcodes.claimNext())!;
    await transcodes.putBack(failed, { isLater: true });
    const next = (await transcodes.claimNext())!;
    expect(next.mediaId).not.toBe(failed.mediaId);
    expect(await transcodes.claimNext()).toBeNull();
    expect(await transcodes.secondsUntilFree()).toBeGreaterThan(0);
    await testApp.dataSource.query('UPDATE video_preparation SET claimed_until = now() WHERE media_id = $1', [
      failed.mediaId,
    ]);
    expect(await transcodes.claimNext()).toMatchObject({ mediaId: failed.mediaId });
  });

  it('does not wait for what another server is just taking', async () => {
    const [first, second] = [await add.staff(), await add.staff()];
    await transcodes.setAvailable(true);
    const firstMedia = await mediaOf(first);
    await using commit = await holdTransaction(testApp.dataSource, (transaction) =>
      transaction.query('SELECT FROM video_preparation WHERE media_id = $1 FOR UPDATE', [firstMedia]),
    );
    const next = await transcodes.claimNext();
    expect(next?.mediaId).toBe(await mediaOf(second));
    await commit();
  });

  it('does not wait, when copies go that nobody watches any more, for what is just being changed', async () => {
    const [first, second] = [await add.staff(), await add.staff()];
    for (const id of [first, second]) await keepPublicCopy(testApp, id);
    await testApp.dataSource.query(
      `UPDATE video_preparation SET state = 'ready', changed_at = now() - interval '25 hours'`,
    );
    const [firstMedia, secondMedia] = [await mediaOf(first), await mediaOf(second)];
    const [copy] = (await transcodes.findAll([secondMedia])).map(({ copyMediaId }) => copyMediaId);
    await using commit = await holdTransaction(testApp.dataSource, (transaction) =>
      transaction.query('SELECT FROM video_preparation WHERE media_id = $1 FOR UPDATE', [firstMedia]),
    );
    const taken = await transcodes.transact(async (transaction) => {
      await transaction.query(`SET LOCAL lock_timeout = '1s'`);
      return transcodes.takeSpentCopies(transaction);
    });
    await commit();
    expect(taken).toEqual([copy]);
  });

  it('gives one video to one server, and again to another when that says nothing any more', async () => {
    await add.staff();
    await transcodes.setAvailable(true);
    const [lost, none] = await Promise.all([transcodes.claimNext(), transcodes.claimNext()]);
    expect([lost, none].filter(Boolean)).toHaveLength(1);
    const claimed = (lost ?? none)!;
    await testApp.dataSource.query(`UPDATE video_preparation SET claimed_until = now() - interval '1 second'`);
    const again = (await transcodes.claimNext())!;
    expect(again).toMatchObject({ mediaId: claimed.mediaId, attempts: 2 });
    expect(await transcodes.note(claimed, { state: 'ready' })).toBe(false);
    expect(await transcodes.note(again, { state: 'ready' })).toBe(true);
  });

  it('counts as no try what was stopped with the server, and as one what took the server with it', async () => {
    await add.staff();
    await transcodes.setAvailable(true);
    for (let stops = 0; stops < 5; stops++) {
      const claimed = (await transcodes.claimNext())!;
      expect(claimed.attempts).toBe(1);
      await transcodes.putBack(claimed, { isLater: false });
    }
    await transcodes.claimNext();
    await testApp.dataSource.query(`UPDATE video_preparation SET claimed_until = now() - interval '1 second'`);
    expect(await transcodes.claimNext()).toMatchObject({ attempts: 2 });
  });

  it('keeps what is held for as long as it is, and no other hand holds it', async () => {
    await add.staff();
    await transcodes.setAvailable(true);
    const claimed = (await transcodes.claimNext())!;
    await testApp.dataSource.query(`UPDATE video_preparation SET claimed_until = now() + interval '1 second'`);
    await transcodes.holdClaim({ ...claimed, claim: '00000000-0000-4000-8000-000000000000' });
    expect(await transcodes.secondsUntilFree()).toBeLessThan(2);
    await transcodes.holdClaim(claimed);
    expect(await transcodes.secondsUntilFree()).toBeGreaterThan(10);
  });
});
