import type { ProofState } from '../../../api/contract/media/recording-proof.js';
import 'fake-indexeddb/auto';
import { createHash } from 'node:crypto';
import type { AnswerPiece, AnswerVideo, StoredRecording } from '../../../api/contract/interview/answers.js';
import type { DraftWriter, NewRecording } from '../recorder/recording.js';
import { type LocalDraft, LocalDraftStore } from './local-draft-store.js';
import { type LocalDraftWriter, LocalDrafts } from './local-drafts.js';
import { LoneTabLocks, WebTabLocks } from '../../shared/tab-locks.js';

const PERSON = 'anna';
const recorded: NewRecording = {
  questionId: 2,
  origin: 'recorded',
  filename: 'take.webm',
  mimeType: 'video/webm',
  recordedAt: new Date(),
};
const ONE_KB = 'x'.repeat(1_000);
const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS);
const settled = (writer: DraftWriter) => (writer as LocalDraftWriter).settled();

const record = async (drafts: LocalDrafts, pieces: string[], draft: Partial<NewRecording> = {}) => {
  const writer = drafts.begin({ ...recorded, ...draft });
  pieces.forEach((piece, index) => writer.add(new Blob([piece]), index + 1));
  await settled(writer);
  return writer;
};
const answerOf = (text: string, questionId = 2, state: ProofState = 'proven') => {
  const sha256 = createHash('sha256').update(text).digest('hex');
  const file = { fileSize: text.length, sha256, proof: { state, problem: null } };
  const pieces = [file] as AnswerPiece[];
  return { questionId, ...file, pieces, earlierRecordings: [] as StoredRecording[] } as AnswerVideo;
};

/** Takes its time to write, as a phone that is busy. */
class SlowStore extends LocalDraftStore {
  /** Told of each writing as it begins. */
  onBegin = () => {};
  readonly written: LocalDraft[] = [];
  override write: LocalDraftStore['write'] = async (draft, piece) => {
    this.onBegin();
    await new Promise((resolve) => setTimeout(resolve, 50));
    await super.write(draft, piece);
    this.written.push(draft);
  };
}

describe('local drafts of a person', () => {
  const store = new LocalDraftStore();
  let stored: boolean[];
  let removedUploads: string[];
  beforeEach(async () => {
    stored = [];
    removedUploads = [];
    for (const draft of await store.findAllOf(PERSON)) await store.remove(draft);
  });

  /** A tab of the browser with locks of its own; closing it releases its locks, as a browser does. */
  const openTab = (person = PERSON, draftStore = store, ...others: string[]) => {
    const locks = new WebTabLocks(navigator.locks);
    const drafts = new LocalDrafts([person, ...others], {
      store: draftStore,
      locks,
      removeUpload: async (uploadId) => void removedUploads.push(uploadId),
      onStored: (isStored) => stored.push(isStored),
    });
    const close = async () => {
      for (const { id } of await store.findAllOf(person)) locks.release(id);
    };
    return { drafts, close };
  };
  it('finds and forgets also what a person took for theirs, and nothing else of another', async () => {
    for (const [owner, days] of [['set-apart', 2] as const, [PERSON, 1] as const]) {
      const tab = openTab(owner);
      await record(tab.drafts, [ONE_KB], { recordedAt: daysAgo(days) });
      await tab.close();
    }
    expect((await openTab().drafts.find([])).waiting).toHaveLength(1);
    const { drafts } = openTab(PERSON, store, 'set-apart');
    const { waiting } = await drafts.find([]);
    expect(waiting.map(({ participantId }) => participantId)).toEqual(['set-apart', PERSON]);
    expect(await drafts.open(waiting[0]!)).not.toBeNull();
    await drafts.forgetAll();
    expect(await store.findAllOf('set-apart')).toEqual([]);
    expect(await store.findAllOf(PERSON)).toEqual([]);
  });

  it('keeps for them what they took for theirs, however old it is', async () => {
    const before = openTab('set-apart');
    await record(before.drafts, [ONE_KB], { recordedAt: daysAgo(400) });
    await before.close();
    expect((await openTab(PERSON, store, 'set-apart').drafts.find([])).waiting).toHaveLength(1);
    const [kept] = await store.findAllOf('set-apart');
    await store.remove(kept!);
  });

  it('counts what is worth keeping, also while it is recorded', async () => {
    const { drafts } = openTab();
    expect(await drafts.findHeld()).toHaveLength(0);
    const writer = await record(drafts, ['x']);
    expect(await drafts.findHeld()).toHaveLength(0);
    writer.add(new Blob([ONE_KB]), 2);
    await settled(writer);
    expect(await drafts.findHeld()).toHaveLength(1);
  });

  it('counts what the server had, and has no more, once that is seen', async () => {
    const before = openTab();
    const writer = await record(before.drafts, [ONE_KB]);
    writer.noteUse('over', true);
    await settled(writer);
    await before.close();
    const { drafts } = openTab();
    await drafts.find([answerOf(ONE_KB, 2, 'checking')]);
    expect(await drafts.findHeld()).toHaveLength(0);
    expect((await drafts.find([])).waiting).toHaveLength(1);
    expect(await drafts.findHeld()).toHaveLength(1);
    // What was known had only been older than it.
    await drafts.find([answerOf(ONE_KB, 2, 'checking')]);
    expect(await drafts.findHeld()).toHaveLength(0);
  });

  it('keeps nothing of a recording that goes on when everything here is forgotten', async () => {
    const { drafts } = openTab();
    const writer = await record(drafts, [ONE_KB]);
    await drafts.forgetAll();
    writer.add(new Blob([ONE_KB]), 2);
    await settled(writer);
    expect(await store.findAllOf(PERSON)).toEqual([]);
  });

  it('keeps nothing of what goes on in another tab when everything here is forgotten, and says so there', async () => {
    const [recording, reviewed] = [openTab(), openTab()].map(({ drafts }) => drafts);
    const writers = [await record(recording!, [ONE_KB]), await record(reviewed!, [ONE_KB], { questionId: 3 })];
    await openTab().drafts.forgetAll();
    expect(stored).toEqual([true, true]);
    writers[0]!.add(new Blob([ONE_KB]), 2);
    writers[1]!.noteUse('halted');
    await Promise.all(writers.map(settled));
    expect(await store.findAllOf(PERSON)).toEqual([]);
    expect(stored).toEqual([true, true, false, false]);
    // The pages have them still.
    expect(await recording!.countAtRisk()).toBe(1);
    writers.forEach((writer) => writer.remove());
  });

  it('has forgotten also what was just being written', async () => {
    const slow = new SlowStore();
    const { drafts } = openTab(PERSON, slow);
    const writer = await record(drafts, [ONE_KB]);
    const { promise: hasBegun, resolve } = Promise.withResolvers<void>();
    slow.onBegin = resolve;
    writer.add(new Blob([ONE_KB]), 2);
    await hasBegun;
    await drafts.forgetAll();
    expect(slow.written).toHaveLength(2);
    expect(await store.findAllOf(PERSON)).toEqual([]);
  });

  it('gives a draft to another tab only as it was left', async () => {
    const there = openTab();
    const writer = await record(openTab(PERSON, new SlowStore()).drafts, [ONE_KB]);
    const [draft] = (await there.drafts.find([])).elsewhere;
    writer.noteUpload('u1');
    writer.leave();
    await there.drafts.waitUntilFree(draft!, AbortSignal.timeout(2_000));
    expect((await there.drafts.find([])).waiting).toMatchObject([{ uploadId: 'u1' }]);
  });

  it('lets nothing be written to a draft that was left, which another tab may have removed', async () => {
    const writer = await record(openTab().drafts, [ONE_KB]);
    writer.leave();
    const there = openTab();
    const [draft] = (await there.drafts.find([])).waiting;
    await there.drafts.discard(draft!);
    writer.noteUpload('u1');
    await settled(writer);
    expect(await store.findAllOf(PERSON)).toEqual([]);
  });

  it('waits for another tab only as long as it is asked to', async () => {
    const here = openTab();
    await record(here.drafts, [ONE_KB]);
    const there = openTab();
    const [draft] = (await there.drafts.find([])).elsewhere;
    const waiting = new AbortController();
    const free = there.drafts.waitUntilFree(draft!, waiting.signal);
    waiting.abort(new Error('Left'));
    await expect(free).rejects.toThrow('Left');
    await here.close();
  });

  it('keeps what was recorded up to the last piece when the page is killed', async () => {
    const first = openTab();
    await record(first.drafts, [ONE_KB, 'two']);
    await first.close();

    const { drafts } = openTab();
    const { waiting } = await drafts.find([]);
    expect(waiting).toMatchObject([{ questionId: 2, durationSeconds: 2, isWhole: false, bytes: 1_003 }]);
    const recording = await drafts.open(waiting[0]!);
    expect(await recording?.blob.text()).toBe(`${ONE_KB}two`);
    expect(recording).toMatchObject({ origin: 'recorded', durationSeconds: 2, filename: 'take.webm' });
    recording?.draft.remove();
  });

  it('knows under which upload session a draft was being saved', async () => {
    const first = openTab();
    const writer = await record(first.drafts, ['x']);
    writer.finish();
    writer.noteUpload('u1');
    await settled(writer);
    await first.close();
    expect((await openTab().drafts.find([])).waiting).toMatchObject([{ isWhole: true, uploadId: 'u1' }]);
  });

  it('leaves nothing of a draft that was removed, not even what was still to be written', async () => {
    const { drafts } = openTab();
    const writer = await record(drafts, ['x']);
    writer.add(new Blob(['y']), 2);
    writer.remove();
    writer.add(new Blob(['z']), 3);
    await settled(writer);
    expect(await store.findAllOf(PERSON)).toEqual([]);
  });

  it.each([
    [
      'discarded',
      async ({ drafts }: ReturnType<typeof openTab>) => drafts.discard((await drafts.find([])).waiting[0]!),
    ],
    [
      'opened and recorded anew',
      async ({ drafts }: ReturnType<typeof openTab>) => {
        const opened = await drafts.open((await drafts.find([])).waiting[0]!);
        opened!.draft.remove();
        await settled(opened!.draft);
      },
    ],
  ])('leaves nothing on the server of what was sent before the page was closed, and is %s', async (_how, dispose) => {
    const before = openTab();
    const writer = await record(before.drafts, [ONE_KB]);
    writer.noteUpload('u1');
    await settled(writer);
    await before.close();
    await dispose(openTab());
    expect(removedUploads).toEqual(['u1']);
    expect(await store.findAllOf(PERSON)).toEqual([]);
  });

  it('leaves on the server what has become an answer, and what this device alone forgets', async () => {
    const { drafts } = openTab();
    const writer = await record(drafts, [ONE_KB]);
    writer.noteUpload('u1');
    writer.keepUpload();
    writer.remove();
    await settled(writer);
    const other = await record(drafts, [ONE_KB]);
    other.noteUpload('u2');
    await drafts.forgetAll();
    expect(removedUploads).toEqual([]);
  });

  it('leaves on the server what another tab has used just before it would go', async () => {
    class UsedMeanwhile extends LocalDraftStore {
      override findAllOf: LocalDraftStore['findAllOf'] = async (person) => {
        const drafts = await store.findAllOf(person);
        for (const draft of drafts) await store.write({ ...draft, use: 'sent' });
        return drafts;
      };
    }
    const before = openTab();
    const writer = await record(before.drafts, [ONE_KB]);
    writer.noteUpload('u1');
    await settled(writer);
    await before.close();
    await openTab(PERSON, new UsedMeanwhile()).drafts.removeSent();
    expect(removedUploads).toEqual([]);
    expect(await store.findAllOf(PERSON)).toMatchObject([{ use: 'sent', uploadId: 'u1' }]);
  });

  it('does not offer a draft that is in use in this tab, nor one of another tab', async () => {
    const here = openTab();
    const there = openTab();
    await record(here.drafts, [ONE_KB]);
    expect(await here.drafts.find([])).toEqual({ waiting: [], elsewhere: [] });
    const { waiting, elsewhere } = await there.drafts.find([]);
    expect(waiting).toEqual([]);
    expect(elsewhere).toHaveLength(1);

    const freed = there.drafts.waitUntilFree(elsewhere[0]!, new AbortController().signal);
    await here.close();
    await freed;
    expect((await there.drafts.find([])).waiting).toHaveLength(1);
    await there.close();
  });

  it('opens a draft in one tab only', async () => {
    const first = openTab();
    await record(first.drafts, [ONE_KB]);
    await first.close();
    const tabs = [openTab(), openTab()];
    const [draft] = (await tabs[0]!.drafts.find([])).waiting;
    const opened = await Promise.all(tabs.map(({ drafts }) => drafts.open(draft!)));
    expect(opened.filter(Boolean)).toHaveLength(1);
    for (const tab of tabs) await tab.close();
  });

  it('does not open what another tab has removed meanwhile', async () => {
    const first = openTab();
    await record(first.drafts, [ONE_KB]);
    await first.close();
    const { drafts } = openTab();
    const [draft] = (await drafts.find([])).waiting;
    await openTab().drafts.discard(draft!);
    expect(await drafts.open(draft!)).toBeNull();
  });

  it('takes its tab for the only one in a browser without locks: what it uses is not offered, and the next page has it', async () => {
    const openPage = () =>
      new LocalDrafts([PERSON], {
        store,
        locks: new LoneTabLocks(),
        removeUpload: () => Promise.resolve(),
        onStored: () => undefined,
      });
    const here = openPage();
    await record(here, [ONE_KB]);
    expect(await here.find([])).toEqual({ waiting: [], elsewhere: [] });
    const next = openPage();
    const { waiting, elsewhere } = await next.find([]);
    expect([waiting.length, elsewhere.length]).toEqual([1, 0]);
    const opened = await next.open(waiting[0]!);
    expect(await opened?.blob.text()).toBe(ONE_KB);
    expect((await next.find([])).waiting).toEqual([]);
    opened!.draft.leave();
    expect((await next.find([])).waiting).toHaveLength(1);
    await next.discard(waiting[0]!);
    expect(await store.findAllOf(PERSON)).toEqual([]);
  });

  it('gives the lock on a draft back whatever comes of opening or discarding it', async () => {
    class BrokenStore extends LocalDraftStore {
      override read = async () => Promise.reject(new Error('broken'));
      override remove = async () => Promise.reject(new Error('broken'));
    }
    const first = openTab();
    await record(first.drafts, [ONE_KB]);
    await first.close();
    const broken = openTab(PERSON, new BrokenStore());
    const [draft] = (await broken.drafts.find([])).waiting;
    await expect(broken.drafts.open(draft!)).rejects.toThrow('broken');
    expect((await openTab().drafts.find([])).waiting).toHaveLength(1);
    await expect(broken.drafts.discard(draft!)).rejects.toThrow('broken');
    expect((await openTab().drafts.find([])).waiting).toHaveLength(1);
    await openTab().drafts.discard(draft!);
    expect(await broken.drafts.open(draft!)).toBeNull();
    await openTab().drafts.waitUntilFree(draft!, AbortSignal.timeout(2_000));
  });

  it('gives the lock back with the removal of what it was recording', async () => {
    const writer = await record(openTab().drafts, [ONE_KB]);
    const { drafts } = openTab();
    const [draft] = (await drafts.find([])).elsewhere;
    writer.remove();
    await drafts.waitUntilFree(draft!, AbortSignal.timeout(2_000));
    expect(await store.findAllOf(PERSON)).toEqual([]);
  });

  it('shows nobody the drafts of another person', async () => {
    const anna = openTab();
    await record(anna.drafts, ['x']);
    await anna.close();
    const bert = openTab('bert');
    expect((await bert.drafts.find([])).waiting).toEqual([]);
    await bert.drafts.forgetAll();
    expect(await store.findAllOf(PERSON)).toHaveLength(1);
    await openTab().drafts.forgetAll();
    expect(await store.findAllOf(PERSON)).toEqual([]);
  });

  it('lets go of a draft to which its owner did not come back for 90 days', async () => {
    const anna = openTab();
    await record(anna.drafts, [ONE_KB], { recordedAt: daysAgo(91) });
    await record(anna.drafts, [ONE_KB], { recordedAt: daysAgo(89), questionId: 3 });
    await anna.close();
    await openTab('bert').drafts.find([]);
    expect(await store.findAllOf(PERSON)).toMatchObject([{ questionId: 3 }]);
  });

  it('keeps a draft of any age to which its owner comes back', async () => {
    const anna = openTab();
    await record(anna.drafts, [ONE_KB], { recordedAt: daysAgo(400) });
    await anna.close();
    expect((await openTab().drafts.find([])).waiting).toHaveLength(1);
    await openTab('bert').drafts.find([]);
    const [old] = await store.findAllOf(PERSON);
    expect(Date.now() - old!.seenAt!.getTime()).toBeLessThan(DAY_MS);
    expect(await (await store.read(old!)).text()).toBe(ONE_KB);
  });

  it('leaves a forgotten draft to the tab in which it is open', async () => {
    const anna = openTab();
    await record(anna.drafts, [ONE_KB], { recordedAt: daysAgo(91) });
    await openTab('bert').drafts.find([]);
    expect(await store.findAllOf(PERSON)).toHaveLength(1);
    await anna.close();
  });

  it('lets go of a draft that the server turns out to have', async () => {
    const first = openTab();
    await record(first.drafts, [ONE_KB]);
    await record(first.drafts, [`${ONE_KB}!`], { questionId: 3 });
    await first.close();
    const { waiting } = await openTab().drafts.find([answerOf(ONE_KB), answerOf(`${ONE_KB}?`, 3)]);
    expect(waiting).toMatchObject([{ questionId: 3 }]);
    expect(await store.findAllOf(PERSON)).toHaveLength(1);
  });

  it.each([
    ['checking', 0, 1],
    ['flawed', 1, 1],
    ['unknown', 0, 0],
  ] as const)('keeps a draft until the server has seen that it plays: %s', async (state, offered, kept) => {
    const first = openTab();
    const writer = await record(first.drafts, [ONE_KB]);
    writer.noteUse('sent');
    await settled(writer);
    await first.close();
    const { waiting } = await openTab().drafts.find([answerOf(ONE_KB, 2, state)]);
    // Nobody sends it again by itself.
    expect(waiting.map(({ use }) => use)).toEqual(Array(offered).fill('over'));
    expect(await store.findAllOf(PERSON)).toHaveLength(kept);
  });

  it('lets go of a recording that had hardly begun', async () => {
    const first = openTab();
    await record(first.drafts, ['x']);
    await first.close();
    expect((await openTab().drafts.find([])).waiting).toEqual([]);
    expect(await store.findAllOf(PERSON)).toEqual([]);
  });

  it('lets go of a part of a chosen file', async () => {
    const first = openTab();
    await record(first.drafts, ['x'], { origin: 'chosen' });
    const whole = await record(first.drafts, ['y'], { origin: 'chosen' });
    whole.finish();
    await settled(whole);
    await first.close();
    expect((await openTab().drafts.find([])).waiting).toMatchObject([{ isWhole: true }]);
    expect(await store.findAllOf(PERSON)).toHaveLength(1);
  });

  it('offers a part of what a camera app made, also the smallest, as nobody may have the whole', async () => {
    const first = openTab();
    await record(first.drafts, ['x'], { origin: 'camera-app' });
    await first.close();
    const second = openTab();
    expect((await second.drafts.find([])).waiting).toMatchObject([{ origin: 'camera-app', isWhole: false }]);
    expect(await second.drafts.findHeld()).toHaveLength(1);
  });

  it('offers what is kept also where nothing can be noted or removed any more', async () => {
    class FullStore extends LocalDraftStore {
      override findAllOfOthers = async () => Promise.reject(new Error('broken'));
      override note = async () => Promise.reject(new DOMException('', 'QuotaExceededError'));
    }
    const first = openTab();
    await record(first.drafts, [ONE_KB], { recordedAt: daysAgo(30) });
    await first.close();
    expect((await openTab(PERSON, new FullStore()).drafts.find([])).waiting).toHaveLength(1);
  });

  it.each([
    ['a part of a chosen file', 'chosen', 'remove', [3]],
    ['what the server has', 'recorded', 'remove', [3]],
    ['what may be on the server', 'recorded', 'read', [2, 3]],
  ] as const)('offers the others where one cannot be let go: %s (%s, %s)', async (_, origin, broken, offered) => {
    const brokenStore = Object.assign(new LocalDraftStore(), { [broken]: () => Promise.reject(new Error('broken')) });
    const first = openTab();
    await record(first.drafts, [ONE_KB], { origin });
    await record(first.drafts, [`${ONE_KB}!`], { questionId: 3 });
    await first.close();
    const { waiting } = await openTab(PERSON, brokenStore).drafts.find([answerOf(ONE_KB)]);
    expect(waiting.map(({ questionId }) => questionId)).toEqual(offered);
  });

  it('keeps the beginning, and says so, when the space runs out', async () => {
    class SmallStore extends LocalDraftStore {
      override write: LocalDraftStore['write'] = (draft, piece) =>
        draft.pieces > 2 ? Promise.reject(new DOMException('', 'QuotaExceededError')) : store.write(draft, piece);
    }
    const first = openTab(PERSON, new SmallStore());
    await record(first.drafts, [ONE_KB, '2', '3', '4']);
    expect(stored).toEqual([true, true, false]);
    await first.close();
    expect((await openTab().drafts.find([])).waiting).toMatchObject([{ pieces: 2, isWhole: false }]);
  });

  it.each(['remove', 'leave'] as const)(
    'says so for as long as what it cannot keep is needed (%s), whatever it notes of another',
    async (end) => {
      class FullStore extends LocalDraftStore {
        override write: LocalDraftStore['write'] = (draft, piece) =>
          draft.questionId === 3 && draft.pieces > 1
            ? Promise.reject(new DOMException('', 'QuotaExceededError'))
            : store.write(draft, piece);
      }
      const { drafts } = openTab(PERSON, new FullStore());
      const onItsWay = await record(drafts, [ONE_KB]);
      const cutShort = await record(drafts, [ONE_KB, '2'], { questionId: 3 });
      onItsWay.noteUpload('u1');
      onItsWay.noteUse('sent');
      await settled(onItsWay);
      expect(stored).toEqual([true, true, false, false, false]);
      cutShort[end]();
      await settled(cutShort);
      onItsWay.noteUse('over');
      await settled(onItsWay);
      expect(stored.at(-1)).toBe(true);
      await drafts.forgetAll();
    },
  );
});
