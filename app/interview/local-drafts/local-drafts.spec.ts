import 'fake-indexeddb/auto';
import { createHash } from 'node:crypto';
import type { AnswerVideo } from '../../../api/contract/answers.js';
import type { TakeCopy } from '../recorder/recording.js';
import { IndexedDbTakeStore } from './local-draft-store.js';
import { type NewTake, type StoredTakeCopy, TakeKeeper } from './local-drafts.js';
import { WebLockClaims } from './tab-locks.js';

const PERSON = 'anna';
const recorded: NewTake = {
  questionId: 2,
  origin: 'recorded',
  filename: 'take.webm',
  mimeType: 'video/webm',
  recordedAt: new Date(),
};
const ONE_KB = 'x'.repeat(1_000);
const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
const settled = (copy: TakeCopy) => (copy as StoredTakeCopy).settled();

const record = async (keeper: TakeKeeper, pieces: string[], take: Partial<NewTake> = {}) => {
  const copy = keeper.begin({ ...recorded, ...take });
  pieces.forEach((piece, index) => copy.add(new Blob([piece]), index + 1));
  await settled(copy);
  return copy;
};
const answerOf = (text: string, questionId = 2) => {
  const sha256 = createHash('sha256').update(text).digest('hex');
  return { questionId, fileSize: text.length, sha256 } as AnswerVideo;
};

describe('TakeKeeper', () => {
  const store = new IndexedDbTakeStore();
  let kept: boolean[];
  beforeEach(async () => {
    kept = [];
    for (const take of await store.findAllOf(PERSON)) await store.remove(take);
  });

  /** A tab of the browser with a keeper of its own; closing it gives up its claims, as a browser does. */
  const openTab = (person = PERSON, takeStore = store, ...others: string[]) => {
    const claims = new WebLockClaims(navigator.locks);
    const keeper = new TakeKeeper([person, ...others], {
      store: takeStore,
      claims,
      onKept: (isKept) => kept.push(isKept),
    });
    const close = async () => {
      for (const { id } of await store.findAllOf(person)) claims.giveUp(id);
    };
    return { keeper, close };
  };
  it('finds and forgets also what a person has claimed, and nothing else of another', async () => {
    for (const owner of ['set-apart', PERSON]) {
      const tab = openTab(owner);
      await record(tab.keeper, [ONE_KB]);
      await tab.close();
    }
    expect((await openTab().keeper.find([])).waiting).toHaveLength(1);
    const { keeper } = openTab(PERSON, store, 'set-apart');
    const { waiting } = await keeper.find([]);
    expect(waiting.map(({ participantId }) => participantId)).toEqual([PERSON, 'set-apart']);
    expect(await keeper.open(waiting[1]!)).not.toBeNull();
    await keeper.forgetAll();
    expect(await store.findAllOf('set-apart')).toEqual([]);
    expect(await store.findAllOf(PERSON)).toEqual([]);
  });

  it('keeps what was recorded up to the last piece when the page is killed', async () => {
    const first = openTab();
    await record(first.keeper, [ONE_KB, 'two']);
    await first.close();

    const { keeper } = openTab();
    const { waiting } = await keeper.find([]);
    expect(waiting).toMatchObject([{ questionId: 2, durationSeconds: 2, isWhole: false, bytes: 1_003 }]);
    const take = await keeper.open(waiting[0]!);
    expect(await take?.blob.text()).toBe(`${ONE_KB}two`);
    expect(take).toMatchObject({ origin: 'recorded', durationSeconds: 2, filename: 'take.webm' });
    take?.copy.remove();
  });

  it('knows under which upload session a take was being saved', async () => {
    const first = openTab();
    const copy = await record(first.keeper, ['x']);
    copy.finish();
    copy.noteUpload('u1');
    await settled(copy);
    await first.close();
    expect((await openTab().keeper.find([])).waiting).toMatchObject([{ isWhole: true, uploadId: 'u1' }]);
  });

  it('leaves nothing of a take that was removed, not even what was still to be written', async () => {
    const { keeper } = openTab();
    const copy = await record(keeper, ['x']);
    copy.add(new Blob(['y']), 2);
    copy.remove();
    copy.add(new Blob(['z']), 3);
    await settled(copy);
    expect(await store.findAllOf(PERSON)).toEqual([]);
  });

  it('does not offer a take that is in use in this tab, nor one of another tab', async () => {
    const here = openTab();
    const there = openTab();
    await record(here.keeper, [ONE_KB]);
    expect(await here.keeper.find([])).toEqual({ waiting: [], elsewhere: [] });
    const { waiting, elsewhere } = await there.keeper.find([]);
    expect(waiting).toEqual([]);
    expect(elsewhere).toHaveLength(1);

    const freed = there.keeper.waitUntilFree(elsewhere[0]!, new AbortController().signal);
    await here.close();
    await freed;
    expect((await there.keeper.find([])).waiting).toHaveLength(1);
    await there.close();
  });

  it('opens a take in one tab only', async () => {
    const first = openTab();
    await record(first.keeper, [ONE_KB]);
    await first.close();
    const tabs = [openTab(), openTab()];
    const [take] = (await tabs[0]!.keeper.find([])).waiting;
    const opened = await Promise.all(tabs.map(({ keeper }) => keeper.open(take!)));
    expect(opened.filter(Boolean)).toHaveLength(1);
    for (const tab of tabs) await tab.close();
  });

  it('does not open what another tab has removed meanwhile', async () => {
    const first = openTab();
    await record(first.keeper, [ONE_KB]);
    await first.close();
    const { keeper } = openTab();
    const [take] = (await keeper.find([])).waiting;
    await openTab().keeper.discard(take!);
    expect(await keeper.open(take!)).toBeNull();
  });

  it('shows nobody the takes of another person', async () => {
    const anna = openTab();
    await record(anna.keeper, ['x']);
    await anna.close();
    const bert = openTab('bert');
    expect((await bert.keeper.find([])).waiting).toEqual([]);
    await bert.keeper.forgetAll();
    expect(await store.findAllOf(PERSON)).toHaveLength(1);
    await openTab().keeper.forgetAll();
    expect(await store.findAllOf(PERSON)).toEqual([]);
  });

  it('lets go of a take to which its owner did not come back for 90 days', async () => {
    const anna = openTab();
    await record(anna.keeper, [ONE_KB], { recordedAt: daysAgo(91) });
    await record(anna.keeper, [ONE_KB], { recordedAt: daysAgo(89), questionId: 3 });
    await anna.close();
    await openTab('bert').keeper.find([]);
    expect(await store.findAllOf(PERSON)).toMatchObject([{ questionId: 3 }]);
  });

  it('keeps a take of any age to which its owner comes back', async () => {
    const anna = openTab();
    await record(anna.keeper, [ONE_KB], { recordedAt: daysAgo(400) });
    await anna.close();
    expect((await openTab().keeper.find([])).waiting).toHaveLength(1);
    await openTab('bert').keeper.find([]);
    const [old] = await store.findAllOf(PERSON);
    expect(Date.now() - old!.seenAt!.getTime()).toBeLessThan(DAY_MS);
    expect(await (await store.read(old!)).text()).toBe(ONE_KB);
  });

  it('leaves a forgotten take to the tab in which it is open', async () => {
    const anna = openTab();
    await record(anna.keeper, [ONE_KB], { recordedAt: daysAgo(91) });
    await openTab('bert').keeper.find([]);
    expect(await store.findAllOf(PERSON)).toHaveLength(1);
    await anna.close();
  });

  it('lets go of a take that the server turns out to have', async () => {
    const first = openTab();
    await record(first.keeper, [ONE_KB]);
    await record(first.keeper, [`${ONE_KB}!`], { questionId: 3 });
    await first.close();
    const { waiting } = await openTab().keeper.find([answerOf(ONE_KB), answerOf(`${ONE_KB}?`, 3)]);
    expect(waiting).toMatchObject([{ questionId: 3 }]);
    expect(await store.findAllOf(PERSON)).toHaveLength(1);
  });

  it('lets go of a recording that had hardly begun', async () => {
    const first = openTab();
    await record(first.keeper, ['x']);
    await first.close();
    expect((await openTab().keeper.find([])).waiting).toEqual([]);
    expect(await store.findAllOf(PERSON)).toEqual([]);
  });

  it('lets go of a part of a chosen file', async () => {
    const first = openTab();
    await record(first.keeper, ['x'], { origin: 'chosen' });
    const whole = await record(first.keeper, ['y'], { origin: 'chosen' });
    whole.finish();
    await settled(whole);
    await first.close();
    expect((await openTab().keeper.find([])).waiting).toMatchObject([{ isWhole: true }]);
    expect(await store.findAllOf(PERSON)).toHaveLength(1);
  });

  it('offers what is kept also where nothing can be noted or removed any more', async () => {
    class FullStore extends IndexedDbTakeStore {
      override findAllOfOthers = async () => Promise.reject(new Error('broken'));
      override noteSeen = async () => Promise.reject(new DOMException('', 'QuotaExceededError'));
    }
    const first = openTab();
    await record(first.keeper, [ONE_KB], { recordedAt: daysAgo(30) });
    await first.close();
    expect((await openTab(PERSON, new FullStore()).keeper.find([])).waiting).toHaveLength(1);
  });

  it('keeps the beginning, and says so, when the space runs out', async () => {
    class SmallStore extends IndexedDbTakeStore {
      override write: IndexedDbTakeStore['write'] = (take, piece) =>
        take.pieces > 2 ? Promise.reject(new DOMException('', 'QuotaExceededError')) : store.write(take, piece);
    }
    const first = openTab(PERSON, new SmallStore());
    await record(first.keeper, [ONE_KB, '2', '3', '4']);
    expect(kept).toEqual([true, true, false]);
    await first.close();
    expect((await openTab().keeper.find([])).waiting).toMatchObject([{ pieces: 2, isWhole: false }]);
  });
});
