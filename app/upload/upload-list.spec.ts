import {
  EMPTY_LIST,
  needsHelp,
  overallPercent,
  reduceUploadList,
  sortFiles,
  unsentItems,
  type UploadEvent,
  uploadStatus,
} from './upload-list.js';

const file = (name: string, size: number) => new File([new Uint8Array(size)], name);
const after = (...events: UploadEvent[]) => events.reduce(reduceUploadList, EMPTY_LIST);
const photos = [file('a.jpg', 100), file('b.jpg', 300)];
const added: UploadEvent = { type: 'added', files: photos };
const started: UploadEvent = { type: 'started' };
const progressed = (...percents: [number, number][]): UploadEvent => ({
  type: 'progressed',
  percents: new Map(percents),
});
const states = (list: ReturnType<typeof after>) => list.items.map(({ transfer }) => transfer.state);

describe('the list of /upload', () => {
  it('takes files with a description each, in the order of choosing', () => {
    const others: UploadEvent = { type: 'added', files: [file('a.jpg', 101), file('c.jpg', 300)] };
    const list = after(added, { type: 'described', id: 2, description: 'My garden' }, others);
    expect(list.items.map(({ id, file: { name }, description }) => [id, name, description])).toEqual([
      [1, 'a.jpg', ''],
      [2, 'b.jpg', 'My garden'],
      [3, 'a.jpg', ''],
      [4, 'c.jpg', ''],
    ]);
  });

  it('takes the same file once', () => {
    expect(after(added, added).items).toHaveLength(2);
    expect(after({ type: 'added', files: [...photos, ...photos] }).items).toHaveLength(2);
    const later = new File([new Uint8Array(100)], 'a.jpg', { lastModified: 5 });
    expect(after(added, { type: 'added', files: [later] }).items).toHaveLength(3);
  });

  it('gives no number twice', () =>
    expect(after(added, { type: 'removed', id: 2 }, added).items.map(({ id }) => id)).toEqual([1, 3]));

  it('keeps what was refused in sight, and sends it no more', () => {
    const refused: UploadEvent = { type: 'refused', reasons: new Map([[1, '"a.jpg" is no picture.']]) };
    const list = after(
      added,
      started,
      progressed([1, 99], [2, 99]),
      refused,
      { type: 'arrived', ids: [2] },
      { type: 'ended' },
    );
    expect(list.items[0]!.transfer).toEqual({ state: 'refused', reason: '"a.jpg" is no picture.' });
    expect([list.phase.kind, unsentItems(list).length, overallPercent(list)]).toEqual(['choosing', 0, 100]);
    expect([needsHelp(list), needsHelp(after(added))]).toEqual([true, false]);
    expect(reduceUploadList(list, { type: 'removed', id: 1 }).phase.kind).toBe('done');
  });

  it('counts progress by the sizes of the files', () => {
    expect(overallPercent(EMPTY_LIST)).toBe(0);
    expect(overallPercent(after(added, started, progressed([1, 100], [2, 50])))).toBe(62);
    expect(overallPercent(after(added, started, { type: 'arrived', ids: [2] }))).toBe(75);
  });

  it('is done when every file has arrived', () => {
    const half = after(added, started, { type: 'arrived', ids: [1] });
    expect(half.phase.kind).toBe('sending');
    expect(reduceUploadList(half, { type: 'arrived', ids: [2] }).phase.kind).toBe('done');
  });

  it('keeps what did not arrive when something fails', () => {
    const list = after(added, started, { type: 'arrived', ids: [1] }, progressed([2, 40]), {
      type: 'failed',
      reason: 'Too large.',
      isUnsure: false,
    });
    expect(states(list)).toEqual(['arrived', 'waiting']);
    expect(list.phase).toEqual({ kind: 'failed', reason: 'Too large.', isUnsure: false });
    expect(unsentItems(list).map(({ id }) => id)).toEqual([2]);
  });

  it('is done when what could not be sent is taken out', () => {
    const failed = after(
      added,
      started,
      { type: 'arrived', ids: [1] },
      { type: 'failed', reason: '', isUnsure: false },
    );
    expect(reduceUploadList(failed, { type: 'removed', id: 2 }).phase.kind).toBe('done');
  });

  it('is not done when it is empty', () =>
    expect(after(added, { type: 'removed', id: 1 }, { type: 'removed', id: 2 }).phase.kind).toBe('choosing'));

  it('keeps as it is what has arrived or is on its way, where that returns from an earlier page', () => {
    const returned = photos.map((one) => ({ file: one, description: '' }));
    const list = after(added, started, { type: 'arrived', ids: [1] }, progressed([2, 10]), {
      type: 'returned',
      files: returned,
    });
    expect(states(list)).toEqual(['arrived', 'sending']);
  });

  it('goes back to choosing when it is stopped', () => {
    const list = after(added, started, progressed([1, 10]), { type: 'stopped' });
    expect([list.phase.kind, ...states(list)]).toEqual(['choosing', 'waiting', 'waiting']);
  });

  it('hears of no progress of a file that has arrived', () =>
    expect(states(after(added, started, { type: 'arrived', ids: [1] }, progressed([1, 99])))[0]).toBe('arrived'));
});

const MiB = 1024 * 1024;
const facts = (type: string, size = 1, name = 'a') => ({ name, type, size });

describe('chosen files', () => {
  it('are kept when they are pictures or videos', () => {
    const [photo, video, text] = [facts('image/heic'), facts('video/quicktime'), facts('text/plain')];
    expect(sortFiles([photo, video, text])).toEqual({ accepted: [photo, video], otherKinds: [text], tooLarge: [] });
  });

  it('are left out when their kind is not known', () => expect(sortFiles([facts('')]).otherKinds).toHaveLength(1));

  it.each([
    ['of type image/jpeg', 'image/jpeg', 'a', 30],
    ['of type video/mp4', 'video/mp4', 'a', 500],
    ['of a telephone, of a type that the system does not know,', '', 'IMG_0001.HEIC', 30],
    ['of the other ending of that type', '', 'IMG_0001.heif', 30],
  ])('%s have at most so many MB', (_which, type, name, megabytes) => {
    expect(sortFiles([facts(type, megabytes * MiB, name)]).accepted).toHaveLength(1);
    expect(sortFiles([facts(type, megabytes * MiB + 1, name)]).tooLarge).toHaveLength(1);
  });

  it('of another type are left out, whatever their ending says', () =>
    expect(sortFiles([facts('text/plain', 1, 'IMG_0001.heic'), facts('', 1, 'heic')]).otherKinds).toHaveLength(2));
});

const files = (count: number) =>
  Array.from({ length: count }, (_, number) => new File([new Uint8Array(MiB)], `${number}.jpg`));
const status = (email: string, ...events: UploadEvent[]) =>
  uploadStatus(events.reduce(reduceUploadList, EMPTY_LIST), email);
const chosen = (count: number): UploadEvent => ({ type: 'added', files: files(count) });

describe('the written status of /upload', () => {
  it('says what is missing', () => {
    expect(status('')).toBe('Choose at least one photo or video to begin.');
    expect(status(' ', chosen(1))).toBe('1 file chosen (1 MB). Please enter your e-mail address, too.');
  });

  it('advises eight files, but only advises', () => {
    expect(status('a@b.org', chosen(7))).toBe(
      '7 files chosen (7 MB). At least 8 are a good number, but fewer are fine.',
    );
    expect(status('a@b.org', chosen(8))).toBe('8 files chosen (8 MB).');
  });

  it('tells what has arrived so far', () => {
    expect(status('a@b.org', chosen(2), started)).toBe('Uploading. Please keep this page open.');
    expect(status('a@b.org', chosen(2), started, { type: 'arrived', ids: [1] })).toBe(
      'Uploading. Please keep this page open. 1 of 2 files have arrived.',
    );
  });

  it('names what was refused, and how to finish', () => {
    const refused: UploadEvent = { type: 'refused', reasons: new Map([[2, 'No picture.']]) };
    expect(status('a@b.org', chosen(2), { type: 'arrived', ids: [1] }, refused, { type: 'ended' })).toBe(
      '1 of 2 files have arrived. “1.jpg” could not be taken: the reason stands in the list. Remove it to finish.',
    );
    expect(status('a@b.org', chosen(2), refused, { type: 'stopped' })).toBe(
      '“1.jpg” could not be taken: the reason stands in the list.',
    );
  });

  it('tells after a failure why, what has arrived and what is kept', () => {
    const failed: UploadEvent = { type: 'failed', reason: 'Network error during upload', isUnsure: true };
    expect(status('a@b.org', chosen(2), failed)).toBe(
      'Network error during upload. Something may have arrived all the same; what you send again as it is, is not kept twice. Your list is still here: submit again to send it.',
    );
    expect(status('a@b.org', chosen(2), { type: 'failed', reason: 'No room.', isUnsure: false })).toBe(
      'No room. Nothing has arrived yet. Your list is still here: submit again to send it.',
    );
    expect(status('a@b.org', chosen(2), { type: 'arrived', ids: [1] }, failed)).toBe(
      'Network error during upload. 1 of 2 files have arrived. The others are still in the list: submit again to send them.',
    );
  });
});
