import type { AnswerVideo } from '../../api/contract/interview/answers.ts';
import { PRIVACY } from '../../api/contract/consent/privacy.ts';
import { recordClip } from './support/clip.ts';
import { type Engine, ENGINES } from './support/engines.ts';
import { expect, test } from './support/journey-test.ts';
import { publishStory, type PublishedStory } from './support/publish-story.ts';

/** What a page can take in a browser that nobody else uses, on a busy machine. */
const PATIENCE = { timeout: 45_000 };

const textOf = (engine: Engine) => engine.run(() => document.body.innerText);
const see = (engine: Engine, text: string | RegExp) => expect.poll(() => textOf(engine), PATIENCE).toMatch(text);

/** By its words. Returns whether it could be. */
const isPressed = (engine: Engine, name: string) =>
  engine.run((wanted: string) => {
    const buttons = [...document.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')];
    const button = buttons.find(({ textContent }) => textContent.trim() === wanted);
    button?.click();
    return button !== undefined;
  }, name);

/** As soon as it can be pressed. */
const press = (engine: Engine, name: string) => expect.poll(() => isPressed(engine, name), PATIENCE).toBe(true);

/** Registers somebody in this browser, and opens the interview. */
async function openInterview(engine: Engine, origin: string): Promise<void> {
  await engine.open(`${origin}/404`);
  await engine.run(
    async (calls) => {
      for (const [path, body] of calls) {
        const headers = { 'content-type': 'application/json' };
        const { ok, status } = await fetch(path, { method: 'POST', headers, body: JSON.stringify(body) });
        if (!ok) throw new Error(`${path}: ${status}`);
      }
    },
    [
      ['/api/register', { firstName: 'Vera', lastName: 'Marlow', email: `${crypto.randomUUID()}@example.org` }],
      ['/api/consent/recording', { answer: 'yes', version: PRIVACY.version }],
    ] as [string, object][],
  );
  await engine.open(`${origin}/`);
}

const readAnswers = (engine: Engine) =>
  engine.run(async () => (await (await fetch('/api/videos')).json()) as AnswerVideo[]);

const GIVEN_UP =
  /hands over no recording|could not start|could not be opened|No camera|not supported|did not start|not possible|Nothing was recorded/;

/** A recorder that hands over something: it becomes the answer. One that hands over nothing: that is said before a minute is lost. */
async function recordOrBeTold(engine: Engine): Promise<'recorded' | 'told'> {
  await press(engine, 'Allow Camera Access');
  await see(engine, /Ready when you are|could not be opened|No camera found|not supported|did not start|not possible/);
  await press(engine, 'Record');
  // A recorder may give up at any moment.
  const outcome = async () => {
    const text = await textOf(engine);
    if (text.includes('Review your recording')) return 'recorded';
    if (GIVEN_UP.test(text)) return 'told';
    if (/00:(0[3-9]|[1-5]\d)/.test(text)) await isPressed(engine, 'Stop');
    return 'recording';
  };
  let last = '';
  await expect.poll(async () => (last = await outcome()), PATIENCE).not.toBe('recording');
  if (last === 'told') return 'told';
  await press(engine, 'Use this recording');
  // On a machine that is too busy a recording has holes, which its person is told of.
  const keep = async () => {
    if ((await textOf(engine)).includes('Keep what plays')) await press(engine, 'Keep what plays');
    return (await readAnswers(engine)).length;
  };
  await expect.poll(keep, PATIENCE).toBe(1);
  return 'recorded';
}

async function uploadPhoto(engine: Engine, origin: string): Promise<void> {
  await engine.open(`${origin}/upload?contact_email=${crypto.randomUUID()}@example.org`);
  await see(engine, 'One Final Step');
  const choose = () =>
    engine.run(async () => {
      const input = document.querySelector<HTMLInputElement>('input[type=file]');
      if (!input) return false;
      const canvas = document.createElement('canvas');
      canvas.getContext('2d')!.fillRect(0, 0, 9, 9);
      const photo = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
      const chosen = new DataTransfer();
      chosen.items.add(new File([photo!], 'garden.png', { type: 'image/png' }));
      input.files = chosen.files;
      input.dispatchEvent(new Event('change', { bubbles: true }));
      return true;
    });
  await expect.poll(choose, PATIENCE).toBe(true);
  await see(engine, 'garden.png');
  await press(engine, 'Submit Media');
  await see(engine, 'Thank You!');
}

async function watch(engine: Engine, origin: string, { userName }: PublishedStory): Promise<void> {
  await engine.open(`${origin}/stories/${userName}`);
  const play = () =>
    engine.run(async () => {
      const video = document.querySelector('video');
      if (!video) return 0;
      video.muted = true;
      // It says by itself what it cannot play, or never; here only whether it goes on is asked.
      video.play().catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, 300));
      return video.currentTime;
    });
  await expect.poll(play, PATIENCE).toBeGreaterThan(0.1);
}

async function search(engine: Engine, origin: string, word: string): Promise<void> {
  await engine.open(`${origin}/stories`);
  const type = () =>
    engine.run((query: string) => {
      const box = document.querySelector<HTMLInputElement>('input[type=search]');
      if (!box) return '';
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!;
      set!.call(box, query);
      box.dispatchEvent(new Event('input', { bubbles: true }));
      return document.body.innerText;
    }, word);
  await expect.poll(type, PATIENCE).toContain('Search Results (1)');
}

for (const { name, isInstalled, start } of ENGINES) {
  test(`in ${name} an answer is recorded, a photo sent, a story watched and found`, async ({ server, browser }) => {
    test.skip(!isInstalled, `${name} is not installed`);
    test.slow();
    const word = `lantern${crypto.randomUUID().replaceAll(/[^a-f]/g, '')}`;
    const clip = await recordClip(browser);
    const story = await publishStory(server, { firstName: 'Iris', questionId: 1, transcript: `My ${word}.`, clip });
    const engine = await start();
    try {
      await openInterview(engine, server.url);
      const outcome = await recordOrBeTold(engine);
      test.info().annotations.push({ type: name, description: outcome });
      await uploadPhoto(engine, server.url);
      await watch(engine, server.url, story);
      await search(engine, server.url, word);
    } finally {
      await engine.close();
    }
  });
}
