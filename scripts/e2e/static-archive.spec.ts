import path from 'node:path';
import { recordClip } from './support/clip.ts';
import { expect, test } from './support/journey-test.ts';
import { publishStory } from './support/publish-story.ts';
import { servePlainly } from './support/published-tree.ts';

const REST = `${'Each hour is measured out in small, careful spoons. '.repeat(8)}That is the last word.`;

test('a plain file server serves an exported archive and its search', async ({ browser, page, server }, {
  outputDir,
}) => {
  const story = await publishStory(server, {
    firstName: 'Ingrid',
    questionId: 3,
    transcript: `The curtains stay drawn, and the unbelievable patience of my cat keeps me company. ${REST}`,
    clip: await recordClip(browser),
  });
  const snapshot = path.join(outputDir, 'snapshot');
  await server.exportSite(snapshot);
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
