import path from 'node:path';
import type { PaperReleaseRequest } from '../../api/contract/videos/releases.ts';
import type { ShowcaseVideo } from '../../api/contract/videos/showcase.ts';
import { recordClip } from './support/clip.ts';
import { expect, test } from './support/journey-test.ts';
import { publishStory, publishVideos } from './support/publish-story.ts';
import { servePlainly } from './support/published-tree.ts';
import { STAFF_PASSWORD } from './support/server.ts';
import { lintPages, validatePages } from './support/tree/tree-html.ts';
import { brokenLinks, foundAddresses, sitemapAddresses } from './support/tree/tree-links.ts';
import { checkFeed, checkSitemap } from './support/tree/tree-schemas.ts';

const REST = `${'Each hour is measured out in small, careful spoons. '.repeat(8)}That is the last word.`;

const TIMED = `WEBVTT

00:00.000 --> 00:00.400
Before ME/CFS I loved to climb &lt;/script&gt;.
`;

test('an exported archive is valid, and a plain file server serves it and its search', async ({
  browser,
  page,
  server,
}, { outputDir }) => {
  const story = await publishStory(server, {
    firstName: 'Ingrid',
    questionId: 3,
    transcript: `The curtains stay drawn, and the unbelievable patience of my cat keeps me company. ${REST}`,
    clip: await recordClip(browser),
  });
  await publishVideos(server, {
    firstName: `Zoë </script>"&`,
    transcripts: { 0: TIMED, 2: 'It came with a fever.', 3: '' },
    addresses: { 2: 'https://vimeo.com/1' },
    clip: await recordClip(browser),
  });
  const snapshot = path.join(outputDir, 'snapshot');
  await server.exportSite(snapshot);
  await test.step('every page is valid, the feed and the sitemap keep to their schemas, every link leads somewhere', async () => {
    const [linted, validated] = await Promise.all([lintPages(snapshot), validatePages(snapshot)]);
    expect([linted, validated ?? [], await checkSitemap(snapshot), await checkFeed(snapshot)]).toEqual([
      [],
      [],
      '',
      '',
    ]);
    expect(await brokenLinks(snapshot, server.url, page)).toEqual([]);
  });
  await test.step('the sitemap names just the pages that search engines are to find', async () => {
    const addresses = await sitemapAddresses(snapshot);
    expect(addresses).toContain(`${server.url}/stories/${story.userName}`);
    expect(await foundAddresses(snapshot)).toEqual(addresses);
  });
  const files = await servePlainly(snapshot);
  try {
    await page.goto(`${files.url}/stories`);
    await expect(page.getByText("Ingrid's Story").first()).toBeVisible();

    await page.getByRole('searchbox').fill('unbelievable');
    await expect(page.getByRole('heading', { name: 'Search Results (1)' })).toBeVisible();
    await expect(page.getByRole('heading', { name: "Ingrid's Story - Life today" })).toBeVisible();
    const lastWord = page.getByRole('listitem').getByText('the last word');
    await expect(lastWord).toBeHidden();
    await page.getByRole('button', { name: 'Read More' }).click();
    await expect(lastWord).toBeVisible();
    await page.getByRole('button', { name: 'Show Less' }).click();
    await expect(lastWord).toBeHidden();
    await page.getByRole('link', { name: 'View Story' }).click();

    await expect(page).toHaveURL(`${files.url}/stories/${story.userName}#video-${story.videoId}`);
    await expect(page).toHaveTitle("Ingrid's ME/CFS Story | Watch Now");
    const playing = page.locator('video').evaluate(async (video: HTMLVideoElement) => {
      video.muted = true;
      await video.play();
      return video.videoWidth;
    });
    expect(await playing).toBe(180);
  } finally {
    files.close();
  }
});

test('search engines are asked to leave out who is found by the link alone', async ({ page, server }) => {
  const publish = (firstName: string) =>
    publishVideos(server, {
      firstName,
      transcripts: { 3: 'I rest.' },
      addresses: { 3: 'https://vimeo.com/76979871' },
      clip: Buffer.alloc(0),
    });
  const listed = await publish('Lista');
  const { staff, videoId } = await publish('Nils');
  const video = `/api/admin/showcase-videos/${videoId}`;
  const { release } = await staff.send<ShowcaseVideo>('GET', video);
  await staff.send('POST', '/api/admin/session', { password: STAFF_PASSWORD, name: 'Mara' });
  const { user: unlisted } = await staff.send<ShowcaseVideo>('POST', `${video}/paper-release`, {
    cutHash: release.cutHash,
    signedOn: '2026-01-05',
    uses: ['archive'],
    linkOnly: true,
    scan: 'data:application/pdf;base64,JVBERi0xLjc=',
  } satisfies PaperReleaseRequest);

  const robots = page.locator('meta[name="robots"]');
  await page.goto(`/stories/${unlisted.userName}`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Nils');
  await expect(robots).toHaveAttribute('content', 'noindex');
  await page.goto(`/stories/${listed.userName}`);
  await expect(robots).toHaveCount(0);
  for (const address of ['/sitemap.xml', '/stories']) {
    const text = await (await page.request.get(address)).text();
    expect([address, text.includes(listed.userName), text.includes(unlisted.userName)]).toEqual([address, true, false]);
  }
});
