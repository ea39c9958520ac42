import type { Page } from 'playwright/test';
import type { AnswerVideo } from '../../api/contract/interview/answers.ts';
import { PREFETCHED_ANSWERS } from '../../api/contract/common/screen-numbers.ts';
import { recordClip } from './support/clip.ts';
import { expect, test } from './support/journey-test.ts';
import {
  expectAnswers,
  onQuestion,
  openInterview,
  recordBriefly,
  saveAnswer,
  startRecording,
} from './support/participant.ts';

test.use({ permissions: ['camera', 'microphone', 'screen-wake-lock'] });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** What the page holds on to at this moment. */
interface Held {
  /** Screens that are kept on. */
  wakeLocks: number;
  /** Listeners by what they listen to and for. */
  listeners: Record<string, number>;
}

declare global {
  // oxlint-disable-next-line no-var -- only this declares a property of the window
  var held: Held;
}

/** Counts in the page itself, around the browser's own functions. */
async function countWhatIsHeld(page: Page): Promise<void> {
  await page.addInitScript(() => {
    globalThis.held = { wakeLocks: 0, listeners: {} };
    const { held } = globalThis;
    if ('wakeLock' in navigator) {
      const request = navigator.wakeLock.request.bind(navigator.wakeLock);
      navigator.wakeLock.request = async (type) => {
        const lock = await request(type);
        held.wakeLocks += 1;
        lock.addEventListener('release', () => (held.wakeLocks -= 1), { once: true });
        return lock;
      };
    }
    const counted = new Map<EventTarget, Map<string, unknown>>();
    // The page knows no function of this file.
    // oxlint-disable-next-line unicorn/consistent-function-scoping
    const nameOf = (target: EventTarget) => (target === document ? 'document' : (target?.constructor?.name ?? ''));
    // What an element has goes with it.
    const isWatched = (target: EventTarget) =>
      target === document || target === window || ['MediaStreamTrack', 'MediaRecorder'].includes(nameOf(target));
    const change = (target: EventTarget, type: string, by: number) => {
      const name = `${nameOf(target)} ${type}`;
      held.listeners[name] = (held.listeners[name] ?? 0) + by;
    };
    const ids = new WeakMap<object, number>();
    let last = 0;
    const keyOf = (type: string, listener: object) => {
      if (!ids.has(listener)) ids.set(listener, ++last);
      return `${type} ${ids.get(listener)}`;
    };
    const { addEventListener: add, removeEventListener: remove } = EventTarget.prototype;
    const drop = (target: EventTarget, type: string, listener: object) => {
      if (counted.get(target)?.delete(keyOf(type, listener))) change(target, type, -1);
    };
    EventTarget.prototype.addEventListener = function (type, listener, options) {
      add.call(this, type, listener, options);
      const target = this ?? globalThis;
      if (!listener || !isWatched(target)) return;
      const { signal, once } = typeof options === 'object' ? options : {};
      if (signal?.aborted) return;
      const known = counted.get(target) ?? new Map<string, unknown>();
      counted.set(target, known);
      if (known.has(keyOf(type, listener))) return;
      known.set(keyOf(type, listener), listener);
      change(target, type, 1);
      if (signal) add.call(signal, 'abort', () => drop(target, type, listener));
      if (once) add.call(target, type, () => drop(target, type, listener), { once: true });
    };
    EventTarget.prototype.removeEventListener = function (type, listener, options) {
      remove.call(this, type, listener, options);
      if (listener) drop(this ?? globalThis, type, listener);
    };
  });
}

const wakeLocks = (page: Page) => page.evaluate(() => globalThis.held.wakeLocks);
/** Those that somebody left, by name. */
const listeners = async (page: Page) => {
  const counts = await page.evaluate(() => globalThis.held.listeners);
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count !== 0));
};
const takeLocks = (page: Page) =>
  page.evaluate(async () => {
    const { held = [] } = await navigator.locks.query();
    return held.filter(({ name }) => name?.startsWith('interview-take:')).length;
  });

test('a recording keeps the screen on and its tab in charge, and both only as long as it is needed', async ({
  page,
}) => {
  await countWhatIsHeld(page);
  await openInterview(page);
  await button(page, 'Allow Camera Access').click();
  await expect(button(page, 'Record')).toBeVisible();
  expect([await wakeLocks(page), await takeLocks(page)]).toEqual([0, 0]);

  await recordBriefly(page);
  await expect.poll(async () => [await wakeLocks(page), await takeLocks(page)]).toEqual([1, 1]);
  await button(page, 'Discard').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect.poll(() => wakeLocks(page)).toBe(0);
  await expect.poll(() => takeLocks(page)).toBe(0);

  await startRecording(page);
  await expect.poll(() => wakeLocks(page)).toBe(1);
  await button(page, 'Stop').click();
  await button(page, 'Use this recording').click();
  await onQuestion(page, 2);
  await expectAnswers(page, 1);
  await expect.poll(() => wakeLocks(page)).toBe(0);
  await expect.poll(() => takeLocks(page)).toBe(0);
});

test('the first answers are fetched ahead, and recorder and players leave no listener behind', async ({
  page,
  browser,
}) => {
  await countWhatIsHeld(page);
  await openInterview(page);
  for (const questionId of [1, 2, 3, 4, 5]) await saveAnswer(page, questionId, await recordClip(browser));
  const fetchedAhead = new Set<string>();
  page.on('request', (request) => {
    const [, id] = /\/api\/videos\/stream\/([\w-]+)/.exec(request.url()) ?? [];
    if (id) fetchedAhead.add(id);
  });
  await page.reload();
  await onQuestion(page, 6);
  const answers = (await (await page.request.get('/api/videos')).json()) as AnswerVideo[];
  await expect.poll(() => [...fetchedAhead]).toEqual(answers.slice(0, PREFETCHED_ANSWERS).map(({ id }) => id));
  await button(page, 'Allow Camera Access').click();
  await expect(button(page, 'Record')).toBeVisible();
  await expect.poll(async () => (await listeners(page))['MediaStreamTrack ended']).toBe(2);
  // The trial of what this browser records in is over.
  await expect.poll(async () => (await listeners(page))['MediaRecorder dataavailable'] ?? 0).toBe(0);
  const before = await listeners(page);
  expect(before['document visibilitychange']).toBeGreaterThan(0);

  await startRecording(page);
  const during = { 'MediaStreamTrack ended': 4, 'MediaRecorder dataavailable': 1 };
  await expect.poll(() => listeners(page)).toMatchObject(during);
  await button(page, 'Stop').click();
  await expect(page.getByText('Review your recording')).toBeVisible();
  await button(page, 'Redo').click();
  await expect(button(page, 'Record')).toBeVisible();
  await expect.poll(() => listeners(page)).toEqual(before);

  await recordBriefly(page);
  await button(page, 'Use this recording').click();
  await expect(page.getByRole('heading', { name: 'Upload photos of your life' })).toBeVisible();
  await expectAnswers(page, 6);
  // What is left is the page's own: it looks for kept recordings whenever it is shown again.
  await expectPageOwn(page);
  for (let round = 0; round < 2; round++) {
    await button(page, 'Previous').click();
    await expect(page.getByLabel('Your answer')).toBeVisible();
    await button(page, 'Continue to Photos').click();
    await expect(page.getByRole('heading', { name: 'Upload photos of your life' })).toBeVisible();
  }
  await expectPageOwn(page);
});

/** Holds what the same step holds in a page that was just opened. */
async function expectPageOwn(page: Page): Promise<void> {
  const fresh = await page.context().newPage();
  await countWhatIsHeld(fresh);
  await fresh.goto('/');
  await expect(fresh.getByRole('heading', { name: 'Upload photos of your life' })).toBeVisible();
  // It listens a moment after it is drawn.
  await expect(async () => expect(await listeners(page)).toEqual(await listeners(fresh))).toPass({ timeout: 60_000 });
  await fresh.close();
}
