import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'playwright/test';
import type { GalleryPage, PagePayload, SiteSettings } from '../../api/contract/pages.ts';
import { PRIVACY, PRIVACY_VERSIONS, privacyVersionPath } from '../../api/contract/consent/privacy.ts';
import type { StoryOverviewItem, StoryVideo } from '../../api/contract/stories/stories.ts';
import { sampleStoryVideo } from '../../api/contract/testing/sample-story-video.ts';
import { voiceOf } from '../../api/contract/stories/voices.ts';
import { SITE_SETTINGS } from '../../api/testing/site-settings.ts';

// Pages of what no server of the journeys holds: an archive of several pages, everything set up, another script.

const RENDERER = pathToFileURL(path.resolve(import.meta.dirname, '../../dist/site/server/entry.mjs')).href;
/** In a process of its own: in this one Playwright would take seconds to translate the renderer. */
const RENDER_ALL = `
  const [renderer, pages] = process.argv.slice(1);
  const { render } = await import(renderer);
  const rendered = await Promise.all(JSON.parse(pages).map(render));
  process.stdout.write(JSON.stringify(rendered.map(({ html }) => html)));
`;
const QUESTIONS = [{ id: 1, sequence: 1, title: 'Life before ME/CFS', text: 'What was loved?', starterPhrase: null }];

/** @returns the HTML of each page, as publishing would make it */
async function render(payloads: [string, PagePayload][], settings: Partial<SiteSettings> = {}): Promise<string[]> {
  const pages = payloads.map(([address, payload]) => ({
    path: address,
    locals: { payload, settings: { ...SITE_SETTINGS, ...settings } },
  }));
  const args = ['--input-type=module', '--eval', RENDER_ALL, RENDERER, JSON.stringify(pages)];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  return JSON.parse(stdout) as string[];
}

const person = (firstName: string, changes: Partial<StoryVideo>): StoryOverviewItem => ({
  user: { id: firstName, firstName, userName: `${firstName}-2025-03-01`, createdAt: '2025-03-01T00:00:00.000Z' },
  overviewVideo: null,
  videos: [sampleStoryVideo({ id: firstName, ...changes })],
});
const galleryOf = (gallery: GalleryPage): PagePayload => ({
  page: 'gallery',
  gallery,
  questions: QUESTIONS,
  heardIds: [],
});

test('the same sources make the same renderer: it has no key of its own', async () => {
  const renderer = await readFile(fileURLToPath(RENDERER), 'utf8');
  expect(/"key":"(.*?)"/.exec(renderer)?.[1]).toBe(Buffer.alloc(32).toString('base64'));
});

test('each page of the archive leads to older and newer stories, and its pictures come when they are near', async ({
  page,
}) => {
  const items = ['Anna', 'Ben', 'Cleo'].map((name) => person(name, { posterUrl: `/media/${name}.jpg` }));
  const htmls = await render([
    ['/stories', galleryOf({ number: null, older: 2, items })],
    ['/stories/page/2', galleryOf({ number: 2, newer: null, older: 1, items })],
    ['/stories/page/1', galleryOf({ number: 1, newer: 2, items })],
  ]);
  const links = page.getByRole('navigation', { name: 'Pages of the archive' }).getByRole('link');
  const pictures = page.locator('.poster img');
  const seen = [];
  for (const html of htmls) {
    await page.setContent(html);
    const leads = await links.evaluateAll((all) =>
      all.map((link) => [link.textContent.trim(), link.getAttribute('href')]),
    );
    seen.push([await page.title(), ...leads]);
  }
  expect(seen).toEqual([
    ['Story Archive | ME/CFS Stories', ['Older stories', '/stories/page/2']],
    ['Story Archive (page 2) | ME/CFS Stories', ['Newer stories', '/stories'], ['Older stories', '/stories/page/1']],
    ['Story Archive (page 1) | ME/CFS Stories', ['Newer stories', '/stories/page/2']],
  ]);
  const asked = await pictures.evaluateAll((all) =>
    all.map((picture) => [picture.getAttribute('loading'), picture.getAttribute('fetchpriority')]),
  );
  expect(asked).toEqual([
    ['eager', 'high'],
    ['eager', 'high'],
    ['lazy', null],
  ]);
});

test('a search that found nothing calls no question unanswered because of the page it stands on', async ({ page }) => {
  const questions = [1, 2].map((id) => ({ ...QUESTIONS[0]!, id, sequence: id, title: `Question ${id}` }));
  const items = [person('Anna', { questionId: 1 })];
  const gallery = (changes: Partial<GalleryPage>, heardIds: number[]): [string, PagePayload] => [
    '/stories',
    { page: 'gallery', gallery: { number: null, items, ...changes }, questions, heardIds },
  ];
  const htmls = await render([gallery({}, []), gallery({ older: 1 }, []), gallery({ older: 1 }, [2])]);
  const seen = [];
  for (const html of htmls) {
    await page.setContent(html);
    const entries = page.locator('.nothing-found li');
    seen.push(await entries.evaluateAll((all) => all.map((entry) => entry.textContent.trim().replaceAll(/\s+/g, ' '))));
  }
  const first = 'Question 1 answered by Anna';
  expect(seen).toEqual([
    [first, 'Question 2 not answered yet'],
    [first, 'Question 2'],
    [first, 'Question 2 voices to hear'],
  ]);
  await expect(page.locator('.nothing-found a[href="/listen/question-2"]')).toHaveCount(1);
});

test('what is set up leads out of the site, and numbers can be called', async ({ page }) => {
  const settings = {
    donateUrl: 'https://donate.example.org/',
    chatUrl: 'https://chat.example.org/',
    documentaryUrl: 'https://film.example.org/',
    helpLines: [
      { country: 'Germany', name: 'TelefonSeelsorge', call: '116 123' },
      { country: 'Norway', name: 'Mental Helse', call: '+47 (116) 123-4' },
      { country: 'Elsewhere', name: 'Find A Helpline', call: 'findahelpline.com' },
    ],
  };
  const [landing, archive, interview] = await render(
    [
      ['/', { page: 'landing', questions: QUESTIONS, voices: [] }],
      ['/stories', galleryOf({ number: null, items: [] })],
      ['/interview', { page: 'interview' }],
    ],
    settings,
  );
  // Dialogs are closed, and help lines folded.
  const includeHidden = true;
  const expectToLeadOut = async (name: string, href: string) => {
    const link = page.getByRole('link', { name: `${name} (opens a new tab)`, includeHidden });
    await expect(link).toHaveAttribute('href', href);
    await expect(link).toHaveAttribute('target', '_blank');
    await expect(link).toHaveAttribute('rel', 'noopener noreferrer');
  };
  await page.setContent(landing!);
  await expectToLeadOut('Go to the donation page', settings.donateUrl);
  await page.setContent(archive!);
  await expectToLeadOut('Try it Out', settings.chatUrl);
  await page.setContent(interview!);
  expect(await page.locator('astro-island').getAttribute('props')).toContain(settings.documentaryUrl);

  const helpLines = page.locator('.help-lines').getByRole('listitem', { includeHidden });
  const numbers = helpLines.getByRole('link', { includeHidden });
  await expect(helpLines.last()).toHaveText('Elsewhere: Find A Helpline, findahelpline.com');
  await expect(numbers).toHaveText(['116 123', '+47 (116) 123-4']);
  await expect(numbers.first()).toHaveAttribute('href', 'tel:116123');
  await expect(numbers.last()).toHaveAttribute('href', 'tel:+471161234');
});

test('words run as their script does, wherever they stand', async ({ page }) => {
  const sentence = 'كنت أحب المشي كل صباح قبل أن أمرض.';
  const long = `${'أستريح في غرفتي معظم اليوم، وأنتظر. '.repeat(12)}${sentence}`;
  const nada = person('Nada', { transcript: sentence, sentence });
  const nour = person('Nour', { transcript: long, sentence });
  const others = { voices: [voiceOf(nour)], heardIds: [], isUnlisted: false };
  const htmls = await render([
    ['/', { page: 'landing', questions: QUESTIONS, voices: [voiceOf(nada)] }],
    ['/stories', galleryOf({ number: null, items: [nada, nour] })],
    [
      `/stories/${nada.user.userName}`,
      { page: 'story', story: { ...nada, questions: QUESTIONS }, sharePicture: '/share.jpg', ...others },
    ],
  ]);
  const words = page.locator('body :not(script, :has(*))').filter({ hasText: /\p{Script=Arabic}/u });
  for (const html of htmls) {
    await page.setContent(html);
    expect(await words.count()).toBeGreaterThan(0);
    const wrong = await words.evaluateAll((all) =>
      all.filter((element) => getComputedStyle(element).direction !== 'rtl').map(({ outerHTML }) => outerHTML),
    );
    expect(wrong).toEqual([]);
  }
});

test('a story leads to the next voice, and to what others said to the same question', async ({ page }) => {
  const [anna, ben, cleo] = ['Anna', 'Ben', 'Cleo'].map((name) => person(name, {}));
  const [html] = await render([
    [
      '/stories/anna',
      {
        page: 'story',
        story: { ...anna!, questions: QUESTIONS },
        sharePicture: '/share.jpg',
        voices: [ben!, cleo!].map(voiceOf),
        heardIds: [],
        isUnlisted: false,
      },
    ],
  ]);
  await page.setContent(html!);
  const next = page.getByRole('link').filter({ has: page.getByRole('heading', { name: 'Ben' }) });
  await expect(next).toContainText('Go on to this story');
  await expect(next).toHaveAttribute('href', '/stories/Ben-2025-03-01');
  const others = page.getByRole('navigation', { name: 'Others on Life before ME/CFS' }).getByRole('link');
  await expect(others).toHaveText(['Ben', 'Cleo']);
  await expect(others.first()).toHaveAttribute('href', '/stories/Ben-2025-03-01#video-Ben');
  await expect(others.last()).toHaveAttribute('href', '/stories/Cleo-2025-03-01#video-Cleo');
});

/** @returns the page of each version of the words about privacy, oldest first */
function renderPrivacyVersions(transcriber: string | null): Promise<string[]> {
  const payloads = PRIVACY_VERSIONS.map(({ version }): [string, PagePayload] => [
    privacyVersionPath(version),
    { page: 'privacy', form: 'version', version },
  ]);
  return render(payloads, { privacy: { ...SITE_SETTINGS.privacy, transcriber } });
}

test('each version of the words about privacy says whether it holds', async ({ page }) => {
  for (const [index, html] of (await renderPrivacyVersions(null)).entries()) {
    const holds = PRIVACY_VERSIONS[index] === PRIVACY;
    await page.setContent(html);
    await expect(page.getByText('They hold now.')).toHaveCount(holds ? 1 : 0);
    await expect(page.getByText('They hold no more.')).toHaveCount(holds ? 0 : 1);
  }
});

test('each version of the words about privacy has all that was asked before a recording', async ({ page }) => {
  const asked = page.getByRole('region', { name: 'What we ask before you record' });
  const transcriber = 'words.example';
  const [plain, withTranscriber] = [await renderPrivacyVersions(null), await renderPrivacyVersions(transcriber)];
  for (const [index, { text }] of PRIVACY_VERSIONS.entries()) {
    const { happens, happensNot, promise } = text.recording;
    const heading = asked.getByRole('heading', { name: text.transcription.heading });
    await page.setContent(plain[index]!);
    await expect(asked.getByRole('listitem')).toHaveText([...happens, ...happensNot, promise]);
    await expect(heading).toHaveCount(0);
    await page.setContent(withTranscriber[index]!);
    await expect(heading).toHaveCount(1);
    for (const words of text.transcription.words) {
      await expect(asked).toContainText(words.replaceAll('{transcriber}', transcriber));
    }
  }
});

test('the words about privacy are printed at a press', async ({ page }) => {
  const [html] = await render([['/privacy', { page: 'privacy', form: 'full', version: PRIVACY.version }]]);
  await page.setContent(html!);
  await page.evaluate(() => {
    globalThis.print = () => (document.title = 'Printed');
  });
  await page.getByRole('button', { name: 'Print' }).click();
  await expect(page).toHaveTitle('Printed');
});

test('whoever waits for a mail in vain is led to another one, and not to a new story', async ({ page }) => {
  const [html] = await render([['/resume', { page: 'resume', stepUrls: [] }]]);
  await page.setContent(html!);
  const again = page.getByRole('link', { name: 'Ask for a new link', includeHidden: true });
  await expect(again).toHaveAttribute('href', '/#resume');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });
  const NEED_IT = ['upload', 'my-story', 'help', 'guardian', 'release', 'interview', 'save-progress', 'admin'] as const;

  test('pages that need it say so, instead of nothing', async ({ page }) => {
    const payloads = NEED_IT.map((name): [string, PagePayload] => [`/${name}`, { page: name }]);
    const htmls = await render([...payloads, ['/', { page: 'landing', questions: QUESTIONS, voices: [] }]]);
    for (const html of htmls) {
      await page.setContent(html);
      await expect(page.locator('noscript').getByText(/JavaScript/)).toBeVisible();
      // Where "Skip to content" leads.
      await expect(page.locator('#content')).toHaveRole('main');
    }
  });
});
