import type { ShowcaseVideo } from '../../../contract/showcase.js';
import { ReceiptsService } from '../../../people/consent/receipts.service.js';
import { approve, cutOwner, say, YES } from '../../../testing/cut-releases.js';
import { PublishedSite } from '../../../testing/published-site.js';
import { ShowcaseVideoRowsRepository } from '../showcase-video-rows.repository.js';
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
});
