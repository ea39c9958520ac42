import 'fake-indexeddb/auto';
import { jest } from '@jest/globals';
import {
  CHOSEN_FILE_KEPT_MAX_BYTES,
  CHOSEN_FILE_NOBODYS_MAX_AGE_MS,
  CHOSEN_FILES_KEPT_MAX_BYTES,
  LOCAL_DRAFT_MAX_AGE_MS,
} from '../../../api/contract/common/screen-numbers.js';
import { WebTabLocks } from '../tab-locks.js';
import { type ChosenFileForm, ChosenFileStore } from './chosen-file-store.js';
import { ChosenFiles, type FileInHand, ownerOfPlace } from './chosen-files.js';

const ANNA = 'anna';
const MiB = 1024 * 1024;
/** `bytes` as its browser says, of which there are fewer. */
const inHand = (name: string, { description = '', bytes = 0, text = name } = {}): FileInHand => {
  const file = new File([text], name, { type: 'image/jpeg', lastModified: 7 });
  if (bytes > 0) Object.defineProperty(file, 'size', { value: bytes });
  return { id: name, file, description };
};
const store = new ChosenFileStore();
/** Resolves once nothing changes any more. */
const settled = async () => {
  let seen = '';
  for (let same = 0; same < 5;) {
    await new Promise((resolve) => setTimeout(resolve, 20));
    const now = JSON.stringify([await store.findAll(), await navigator.locks.query()]);
    same = now === seen ? same + 1 : 0;
    seen = now;
  }
};
const tabs: (() => void)[] = [];

/** A tab of the browser; closing it releases its locks, as a browser does. */
function openTab(room: number | null | (() => Promise<number>) = null, form: ChosenFileForm = 'photos') {
  const held = new Set<string>();
  class Locks extends WebTabLocks {
    override async acquire(id: string): Promise<boolean> {
      held.add(id);
      return super.acquire(id);
    }
  }
  const locks = new Locks(navigator.locks, 'chosen-file:');
  const findFreeRoom = typeof room === 'function' ? room : async () => room;
  const chosen = new ChosenFiles({ form, store, locks, findFreeRoom });
  const close = () => held.forEach((id) => locks.release(id));
  tabs.push(close);
  return { chosen, close };
}

const textsOf = (files: FileInHand[]) =>
  Promise.all(files.map(async ({ file, description }) => [file.name, await file.text(), description]));

describe('chosen files', () => {
  afterEach(async () => {
    jest.restoreAllMocks();
    tabs.splice(0).forEach((close) => close());
    await store.remove((await store.findAll()).map(({ id }) => id));
  });

  const chooseAndClose = async (files: FileInHand[], owner = ANNA) => {
    const { chosen, close } = openTab();
    chosen.follow(files, owner);
    await settled();
    close();
  };

  it('come back as they were chosen, with what was typed last, in their order', async () => {
    const { chosen, close } = openTab();
    const long = inHand('sea.jpg', { text: 'sea'.repeat(4 * MiB) });
    chosen.follow([long, inHand('a.jpg')], ANNA);
    expect(chosen.keeping().isAllKept).toBe(false);
    for (const typed of ['M', 'My', 'My sea']) {
      chosen.follow([{ ...long, description: typed }, inHand('a.jpg')], ANNA);
    }
    await settled();
    expect(chosen.keeping()).toEqual({ isAllKept: true, unkept: [] });
    close();
    const { files, elsewhere } = await openTab().chosen.find([ANNA]);
    expect(elsewhere).toEqual([]);
    expect(
      files.map(({ file, description }) => [file.name, file.size, file.type, file.lastModified, description]),
    ).toEqual([
      ['sea.jpg', 12 * MiB, 'image/jpeg', 7, 'My sea'],
      ['a.jpg', 5, 'image/jpeg', 7, ''],
    ]);
    expect(await files[0]!.file.text()).toBe(await long.file.text());
  });

  it('are written once for what is typed while one writes', async () => {
    const { chosen } = openTab();
    const garden = inHand('garden.jpg');
    chosen.follow([garden], ANNA);
    await settled();
    const write = jest.spyOn(ChosenFileStore.prototype, 'write');
    for (const description of ['M', 'My', 'My ', 'My garden']) chosen.follow([{ ...garden, description }], ANNA);
    await settled();
    expect(write.mock.calls.length).toBeLessThan(3);
    expect(await store.findAll()).toMatchObject([{ description: 'My garden' }]);
  });

  it('come back to nobody else', async () => {
    await chooseAndClose([inHand('garden.jpg')]);
    await chooseAndClose([inHand('sea.jpg')], ownerOfPlace('here'));
    expect(await openTab().chosen.find(['bea', ownerOfPlace('there')])).toEqual({ files: [], elsewhere: [] });
    const { files } = await openTab().chosen.find(['set-apart', ANNA]);
    expect(await textsOf(files)).toEqual([['garden.jpg', 'garden.jpg', '']]);
  });

  it('come back to the form on which they were chosen, and to no other', async () => {
    await chooseAndClose([inHand('garden.jpg')]);
    expect(await openTab(null, 'upload').chosen.find([ANNA])).toEqual({ files: [], elsewhere: [] });
    expect((await openTab().chosen.find([ANNA])).files).toHaveLength(1);
  });

  it('go once they are sent, or taken away', async () => {
    const { chosen, close } = openTab();
    chosen.follow([inHand('garden.jpg'), inHand('sea.jpg')], ANNA);
    await settled();
    chosen.follow([inHand('sea.jpg')], ANNA);
    await settled();
    expect(await store.findAll()).toMatchObject([{ name: 'sea.jpg' }]);
    close();
    const next = openTab().chosen;
    const { files } = await next.find([ANNA]);
    // What has come back and is not in hand yet is none that was taken away.
    next.follow([], ANNA);
    await settled();
    expect(await store.findAll()).toHaveLength(1);
    next.follow(files, ANNA);
    next.follow([], ANNA);
    await settled();
    expect(await store.findAll()).toEqual([]);
    expect(await store.read('sea.jpg')).toBeNull();
  });

  it('are not in two tabs at once, and go over when the one that has them is closed', async () => {
    const { chosen, close } = openTab();
    chosen.follow([inHand('garden.jpg')], ANNA);
    await settled();
    const other = openTab().chosen;
    expect(await other.find([ANNA])).toEqual({ files: [], elsewhere: ['garden.jpg'] });
    const isFree = other.waitUntilFree(['garden.jpg'], new AbortController().signal);
    close();
    await isFree;
    expect((await other.find([ANNA])).files).toHaveLength(1);
  });

  it('are in no other tab where two looks of this one meet', async () => {
    await chooseAndClose([inHand('garden.jpg')]);
    const { chosen } = openTab();
    const { request } = navigator.locks;
    jest.spyOn(navigator.locks, 'request').mockImplementation(async (...asked) => {
      await new Promise((resolve) => setTimeout(resolve, 50));
      return Reflect.apply(request, navigator.locks, asked) as Promise<never>;
    });
    const looks = await Promise.all([chosen.find([ANNA]), chosen.find([ANNA])]);
    expect(looks.flatMap(({ files }) => files)).toHaveLength(1);
    expect(looks.flatMap(({ elsewhere }) => elsewhere)).toEqual([]);
  });

  it('that another tab has removed stay removed, and are told of as not kept', async () => {
    const { chosen } = openTab();
    const [sea, garden] = [inHand('sea.jpg', { text: 'sea'.repeat(4 * MiB) }), inHand('garden.jpg')];
    const { write } = ChosenFileStore.prototype;
    const other = openTab().chosen;
    jest.spyOn(ChosenFileStore.prototype, 'write').mockImplementation(async function (
      this: ChosenFileStore,
      one,
      piece,
    ) {
      await write.call(this, one, piece);
      if (one.id === 'sea.jpg' && one.pieces === 1) await other.forgetAll([ANNA]);
    });
    chosen.follow([garden, sea], ANNA);
    await settled();
    chosen.follow([{ ...garden, description: 'Typed since' }, sea], ANNA);
    await settled();
    expect(await store.findAll()).toEqual([]);
    expect(await store.read('sea.jpg')).toBeNull();
    expect(chosen.keeping().unkept).toEqual(['garden.jpg', 'sea.jpg']);
  });

  it('are offered to the next page once this one goes on without them', async () => {
    const { chosen } = openTab();
    chosen.follow([inHand('garden.jpg')], ANNA);
    await settled();
    chosen.leave();
    await settled();
    expect((await openTab().chosen.find([ANNA])).files).toHaveLength(1);
  });

  it('become theirs who signs in, or says who they are', async () => {
    const { chosen, close } = openTab();
    chosen.follow([inHand('garden.jpg')], ownerOfPlace('here'));
    await settled();
    chosen.follow([inHand('garden.jpg')], ANNA);
    await settled();
    close();
    expect((await openTab().chosen.find([ownerOfPlace('here')])).files).toEqual([]);
    expect((await openTab().chosen.find([ANNA])).files).toHaveLength(1);
  });

  it.each([
    ['one that is too large', [inHand('a.mp4', { bytes: CHOSEN_FILE_KEPT_MAX_BYTES + 1 }), inHand('b.jpg')], ['a.mp4']],
    [
      'one beyond what all may have',
      ['a', 'b', 'c', 'd', 'e'].map((name) => inHand(name, { bytes: CHOSEN_FILE_KEPT_MAX_BYTES })).concat(inHand('f')),
      ['f'],
    ],
  ])('are named where they are not kept: %s, which is not read either', async (_, files, unkept) => {
    expect(CHOSEN_FILES_KEPT_MAX_BYTES).toBe(5 * CHOSEN_FILE_KEPT_MAX_BYTES);
    const read = unkept.map((name) => jest.spyOn(files.find(({ id }) => id === name)!.file, 'slice'));
    const { chosen } = openTab();
    chosen.follow(files, ANNA);
    await settled();
    expect(chosen.keeping()).toEqual({ isAllKept: false, unkept });
    for (const slice of read) expect(slice).not.toHaveBeenCalled();
    chosen.follow(
      files.filter(({ id }) => !unkept.includes(id)),
      ANNA,
    );
    expect(chosen.keeping()).toEqual({ isAllKept: true, unkept: [] });
  });

  it('leave the room that recordings need', async () => {
    const { chosen } = openTab(20);
    chosen.follow([inHand('123456789.jpg'), inHand('1.jpg')], ANNA);
    await settled();
    expect(chosen.keeping().unkept).toEqual(['123456789.jpg']);
    expect(await store.findAll()).toMatchObject([{ name: '1.jpg' }]);
  });

  it('leave half of it, however many they are', async () => {
    const findFreeRoom = async () => {
      const ours = (await store.findAll()).filter(({ owner }) => owner === ANNA);
      return ours.reduce((room, { bytes }) => room - bytes, 100);
    };
    const { chosen } = openTab(findFreeRoom);
    const texts = ['first', 'second', 'third'].map((name) => inHand(name, { text: 'x'.repeat(20) }));
    chosen.follow(texts, ANNA);
    await settled();
    expect(chosen.keeping().unkept).toEqual(['third']);
  });

  it('are in hand all the same where the disk is full, of which nothing stays then', async () => {
    const { write } = ChosenFileStore.prototype;
    jest.spyOn(ChosenFileStore.prototype, 'write').mockImplementation(function (this: ChosenFileStore, one, piece) {
      return one.pieces > 1
        ? Promise.reject(new DOMException('Full', 'QuotaExceededError'))
        : write.call(this, one, piece);
    });
    const { chosen } = openTab();
    chosen.follow([inHand('sea.jpg', { text: 'sea'.repeat(2 * MiB) })], ANNA);
    await settled();
    expect(chosen.keeping()).toEqual({ isAllKept: false, unkept: ['sea.jpg'] });
    expect(await store.findAll()).toEqual([]);
  });

  it('that were copied in part when the page ended do not come back', async () => {
    const { write } = ChosenFileStore.prototype;
    jest.spyOn(ChosenFileStore.prototype, 'write').mockImplementation(function (this: ChosenFileStore, one, piece) {
      return one.pieces > 1 ? new Promise(() => {}) : write.call(this, one, piece);
    });
    const { chosen, close } = openTab();
    chosen.follow([inHand('sea.jpg', { text: 'sea'.repeat(2 * MiB) })], ANNA);
    await settled();
    expect(await store.findAll()).toMatchObject([{ isWhole: false }]);
    close();
    expect((await openTab().chosen.find([ANNA])).files).toEqual([]);
    expect(await store.findAll()).toEqual([]);
  });

  it('go with the device that is forgotten, and those of others stay', async () => {
    await chooseAndClose([inHand('theirs.jpg')], 'bea');
    await chooseAndClose([inHand('nobodys.jpg')], ownerOfPlace('here'));
    const open = openTab().chosen;
    open.follow([inHand('in-a-tab.jpg')], ownerOfPlace('there'));
    const { chosen } = openTab();
    chosen.follow([inHand('garden.jpg')], ANNA);
    await settled();
    expect(await chosen.has([ANNA])).toBe(true);
    await chosen.forgetAll([ANNA]);
    chosen.follow([inHand('garden.jpg', { description: 'Typed since' })], ANNA);
    await settled();
    expect((await store.findAll()).map(({ name }) => name).toSorted()).toEqual(['in-a-tab.jpg', 'theirs.jpg']);
    expect(await chosen.has([ANNA])).toBe(false);
  });

  it.each([
    [ANNA, LOCAL_DRAFT_MAX_AGE_MS],
    [ownerOfPlace('here'), CHOSEN_FILE_NOBODYS_MAX_AGE_MS],
  ])('of %s that nobody comes back to do not stay for ever', async (owner, maxAgeMs) => {
    await chooseAndClose([inHand('garden.jpg')], owner);
    const age = async (ms: number) => {
      const [kept] = await store.findAll();
      await store.write({ ...kept!, seenAt: new Date(Date.now() - ms) });
      await openTab().chosen.find(['bea']);
    };
    await age(maxAgeMs - 60_000);
    expect(await store.findAll()).toHaveLength(1);
    await age(maxAgeMs + 60_000);
    expect(await store.findAll()).toEqual([]);
  });
});
