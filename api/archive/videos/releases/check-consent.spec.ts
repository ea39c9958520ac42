import { PHOTOS_CONSENT, WORDS_CONSENT } from '../../../contract/consent/consent.js';
import type { OwnThing } from '../../../contract/stories/my-story.js';
import { PRIVACY } from '../../../contract/consent/privacy.js';
import { RECEIPT_WORDS } from '../../../contract/consent/receipt-words.js';
import type { Receipt, ReceiptKind } from '../../../contract/consent/receipts.js';
import type { ShowcaseVideo } from '../../../contract/videos/showcase.js';
import { WITHDRAWAL_WORDS_VERSION, withdrawalWords } from '../../../contract/stories/withdrawal-words.js';
import { ReceiptsService } from '../../../people/consent/receipts.service.js';
import { ArchiveClient } from '../../../testing/archive-client.js';
import {
  askGuardian,
  type Browser,
  sayPhotos,
  sayRecording,
  sayTranscription,
  sayWords,
} from '../../../testing/consent.js';
import { approve, cutOwner, forStaff, look, passTime, say, tomorrow, YES } from '../../../testing/cut-releases.js';
import { sendAnswer, sendPhoto } from '../../../testing/my-story.js';
import { provenPerson } from '../../../testing/proven-person.js';
import { PublicSender } from '../../../testing/public-sender.js';
import { PublishedSite } from '../../../testing/published-site.js';
import { sampleJpeg, sampleMp4, toDataUrl } from '../../../testing/sample-media.js';
import { ShowcaseVideoRowsRepository } from '../catalogue/showcase-video-rows.repository.js';
import { checkConsent } from './check-consent.js';

let site: PublishedSite;
beforeAll(async () => {
  site = await PublishedSite.start();
});
afterAll(() => site.testApp.close());

const findings = async ({ id }: ShowcaseVideo) => {
  const { app } = site.testApp;
  const strict = { strict: false };
  const [receipts, rows] = [app.get(ReceiptsService, strict), app.get(ShowcaseVideoRowsRepository, strict)];
  const found = await checkConsent(receipts, rows);
  return found.findings.filter((finding) => finding.includes(id)).map((finding) => finding.replace(id, 'v'));
};

/** Says all that can be said about being recorded, words, photos and transcripts. */
const sayEverything = async (browser: Browser) => {
  for (const sayAbout of [sayRecording, sayWords, sayPhotos, sayTranscription]) {
    for (const answer of ['no', 'yes', 'no'] as const) await sayAbout(browser, answer).expect(200);
  }
};
const documentOf = async (browser: Browser, kind: ReceiptKind) => {
  const { body } = await browser.get('/api/consent/receipts').expect(200);
  const { id } = (body as Receipt[]).find((receipt) => receipt.kind === kind)!;
  return (await browser.get(`/api/consent/receipts/${id}`).expect(200)).text;
};

describe('the check of consent', () => {
  it('names what is public without a release of exactly this cut', async () => {
    const { browser, video } = await cutOwner(site);
    await approve(site, video.id);
    expect(await findings(video)).toEqual(['public video v: no release on file']);
    await say(browser, video.id, YES);
    expect(await findings(video)).toEqual([]);
    await site.archive.edit(video.id, { title: 'Other' }).expect(200);
    expect(await findings(video)).toEqual(['public video v: it has changed since its release']);
    await site.archive.unapprove(video.id).expect(200);
    expect(await findings(video)).toEqual([]);
  });

  it('names a yes in the database of which there is no receipt', async () => {
    const { browser, id, video } = await cutOwner(site);
    await say(browser, video.id, YES);
    await approve(site, video.id);
    await site.testApp.dataSource.query('DELETE FROM consent_subject WHERE participant_id = $1', [id]);
    expect(await findings(video)).toEqual(['public video v: there is no receipt of its release']);
  });

  it('names what is public against the last word to exactly this cut', async () => {
    const { browser, id, video } = await cutOwner(site);
    await say(browser, video.id, YES);
    await approve(site, video.id);
    const { release } = await forStaff(site, video.id);
    // As a database that was put together by hand may have it: the "no" is there as its receipt alone.
    await site.testApp.dataSource.transaction((transaction) =>
      site.testApp.app.get(ReceiptsService, { strict: false }).append(transaction, {
        subject: { participantId: id },
        kind: 'release_refused',
        actor: 'participant',
        method: 'screen',
        wording: { version: WITHDRAWAL_WORDS_VERSION, words: withdrawalWords('video') },
        cutHash: Buffer.from(release.cutHash, 'hex'),
      }),
    );
    expect(await findings(video)).toEqual(['public video v: its last receipt is release_refused']);
    await say(browser, video.id, YES);
    expect(await findings(video)).toEqual([]);
  });

  it('names no public video of somebody who took back something else', async () => {
    const { browser, id, video } = await cutOwner(site);
    const { body: other } = await site.archive.upload(id, { questionId: 2 }, sampleMp4(1000, 1)).expect(201);
    await say(browser, video.id, YES);
    await approve(site, video.id);
    const { body: answer } = await sendAnswer(browser);
    const { body: photo } = await sendPhoto(browser);
    for (const [what, thing] of Object.entries({ answer, photo, video: other }) as [OwnThing, { id: string }][]) {
      await browser.post('/api/my-story/withdraw').send({ what, id: thing.id }).expect(200);
      expect([what, await findings(video)]).toEqual([what, []]);
    }
  });

  describe('of the words that were answered', () => {
    it('knows them all, whatever a receipt is about', async () => {
      const { testApp, archive } = site;
      await sayEverything((await provenPerson(testApp)).browser);
      const minor = await provenPerson(testApp);
      await askGuardian(minor.browser).expect(200);
      await testApp.staff().post(`/api/admin/users/${minor.id}/ask-anew`).expect(200);
      await new PublicSender(testApp).send().field('consent', PRIVACY.version).expect(201);

      const limited = await cutOwner(site);
      await say(limited.browser, limited.video.id, { decision: 'change', words: 'Please leave out the street.' });
      await say(limited.browser, limited.video.id, { decision: 'no' });
      await say(limited.browser, limited.video.id, { ...YES, publicUntil: tomorrow() });
      await approve(site, limited.video.id);
      await passTime(site, limited.id);
      await look(site);

      const { browser, video } = await cutOwner(site);
      const { release } = await forStaff(site, video.id);
      const scan = toDataUrl(await sampleJpeg(), 'image/jpeg');
      const maria = await ArchiveClient.signIn(testApp, 'Maria');
      await maria
        .post(`/${video.id}/paper-release`)
        .send({ cutHash: release.cutHash, signedOn: '2026-03-01', uses: ['archive'], scan })
        .expect(200);
      await archive.approve(video.id).expect(200);
      await browser.post('/api/my-story/withdraw').send({ what: 'story' }).expect(200);
      await browser.post('/api/my-story/leave').expect(200);

      const kinds = await testApp.dataSource.query<{ kind: string }[]>('SELECT DISTINCT kind FROM consent_receipt');
      expect(kinds.map(({ kind }) => kind).toSorted()).toEqual(Object.keys(RECEIPT_WORDS).toSorted());
      expect((await testApp.app.get(ReceiptsService, { strict: false }).verify()).unknown).toEqual([]);
    });

    it('finds them in the file of the receipt, also of what is kept without a recording', async () => {
      const { browser } = await provenPerson(site.testApp);
      await sayEverything(browser);
      for (const [kind, { text }] of [
        ['words_given', WORDS_CONSENT],
        ['photos_given', PHOTOS_CONSENT],
      ] as const) {
        expect(await documentOf(browser, kind)).toContain(text);
      }
    });
  });
});
