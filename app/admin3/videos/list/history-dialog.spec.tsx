import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { WordVersion } from '../../../../api/contract/videos/showcase-words.js';
import { admin3Server, FAILURE, openAdmin3, openDialog, waitingList } from '../../../testing/admin3-screen.js';
import { TAKEN_BACK } from '../../common/admin3.messages.js';
import type { ScreenServer } from '../../../testing/screen-server.js';
import { PUBLISHED_LATER } from '../../../testing/staff-screen.js';
import { aVideo, anApprovedVideo } from '../../../testing/video-for-specs.js';

const VERSIONS = 'GET /api/admin/showcase-videos/v1/versions';
const RESTORE = 'POST /api/admin/showcase-videos/v1/versions/1/restore';
let server: ScreenServer;

const aVersion = (number: number, title: string, changes: Partial<WordVersion> = {}): WordVersion => ({
  number,
  producer: 'Jo',
  savedAt: '2026-03-05T15:12:00.000Z',
  restoredFrom: null,
  title,
  description: '',
  transcript: '',
  cues: null,
  ...changes,
});
const VERSION_LIST = [
  aVersion(3, 'A quiet day', { restoredFrom: 1 }),
  aVersion(2, 'A loud day', { producer: null }),
  aVersion(1, 'A day'),
];

async function openHistory() {
  await openAdmin3(server);
  return openDialog('History');
}

beforeEach(() => {
  server = admin3Server({ waiting: [aVideo()] });
  server.on(VERSIONS, { body: VERSION_LIST.map((version) => ({ ...version, changed: ['title'] })) });
  for (const version of VERSION_LIST) server.on(`${VERSIONS}/${version.number}`, { body: version });
});
afterEach(() => server.close());

describe('the history of the words of a video', () => {
  it('says that it loads', async () => {
    server.on(VERSIONS, () => new Promise(() => {}));
    expect((await openHistory()).getByText('Loading the versions…')).toBeTruthy();
  });

  it('can be loaded again after a failure', async () => {
    server.on(VERSIONS, FAILURE);
    const dialog = await openHistory();
    await dialog.findByText('The versions could not be loaded.');
    server.on(VERSIONS, { body: [] });
    await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
    expect(dialog.queryByRole('listitem')).toBeNull();
  });

  it('tells who saved each version, and what came of what', async () => {
    const dialog = await openHistory();
    await dialog.findByRole('button', { name: /^Version 3/ });
    const heads = dialog.getAllByRole('listitem').map(({ textContent }) => textContent);
    expect(heads[0]).toMatch(/^Version 3, as it is now.*by JoRestored from version 1: Title$/);
    expect(heads[1]).toMatch(/by a producer without a nameTitle$/);
    expect(heads[2]).toMatch(/As it was added: Title$/);
  });

  it('shows what is other than in the version before, or in the one in use', async () => {
    const dialog = await openHistory();
    await userEvent.click(await dialog.findByRole('button', { name: /^Version 2/ }));
    expect((await dialog.findByText('loud')).tagName).toBe('INS');
    await userEvent.selectOptions(dialog.getByLabelText('Compare with'), 'The version as it is now');
    expect((await dialog.findByText('loud')).tagName).toBe('DEL');
    expect(dialog.getByText('quiet').tagName).toBe('INS');
    await userEvent.click(dialog.getByRole('button', { name: /^Version 2/ }));
    expect(dialog.queryByLabelText('Compare with')).toBeNull();
  });

  it('has nothing to restore in the version that is in use', async () => {
    const dialog = await openHistory();
    await userEvent.click(await dialog.findByRole('button', { name: /^Version 3/ }));
    expect((await dialog.findByText('quiet')).tagName).toBe('INS');
    expect(dialog.queryByRole('button', { name: /^Restore/ })).toBeNull();
  });

  it('says when two versions say the same', async () => {
    server.on(`${VERSIONS}/2`, { body: aVersion(2, 'A day') });
    const dialog = await openHistory();
    await userEvent.click(await dialog.findByRole('button', { name: /^Version 2/ }));
    expect(await dialog.findByText('Both say the same.')).toBeTruthy();
  });
});

const restore = async () => {
  const dialog = await openHistory();
  await userEvent.click(await dialog.findByRole('button', { name: /^Version 1/ }));
  await userEvent.click(dialog.getByRole('button', { name: 'Restore version 1' }));
  return dialog;
};

describe('a version that is restored', () => {
  it('is the newest then', async () => {
    server.on(RESTORE, { body: aVideo({ title: 'A day' }) });
    await restore();
    await waitingList().findByText('Version 1 of “A day” is restored.');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(server.received.find(({ call }) => call === RESTORE)?.body).toEqual({ textsVersion: 't1' });
  });

  it('says so where it waits for its person’s yes again', async () => {
    server = admin3Server({ waiting: [anApprovedVideo()] });
    server.on(VERSIONS, { body: VERSION_LIST.map((version) => ({ ...version, changed: ['title'] })) });
    for (const version of VERSION_LIST) server.on(`${VERSIONS}/${version.number}`, { body: version });
    server.on(RESTORE, { body: aVideo({ title: 'A day' }) });
    await restore();
    expect(await waitingList().findByText(`Version 1 of “A day” is restored. ${TAKEN_BACK}`)).toBeTruthy();
  });

  it('is restored also where the public pages follow later, which is said', async () => {
    server.on(RESTORE, PUBLISHED_LATER);
    server.on('GET /api/admin/showcase-videos/v1', { body: aVideo({ title: 'A day', textsVersion: 't2' }) });
    await restore();
    const told = /^Version 1 of “A day” is restored\. The public pages could not be brought/;
    expect(await waitingList().findByText(told)).toBeTruthy();
  });

  it('is not over a newer one of somebody else, which is said', async () => {
    const newest = { ...aVersion(4, 'A grey day', { producer: 'Kim' }), changed: ['title'] };
    server.on(`${VERSIONS}/4`, { body: newest });
    server.on(RESTORE, () => {
      server.on('GET /api/admin/showcase-videos/v1', { body: aVideo({ title: 'A grey day', textsVersion: 't9' }) });
      server.on(VERSIONS, { body: [newest, ...VERSION_LIST.map((version) => ({ ...version, changed: ['title'] }))] });
      return { status: 409, body: { code: 'texts_changed', message: 'Somebody else was faster' } };
    });
    const dialog = await restore();
    await dialog.findByText(/^Somebody else has saved a newer version meanwhile\./);
    expect(screen.getByText('Restore Failed')).toBeTruthy();
    await dialog.findByRole('button', { name: /^Version 4/ });
    server.on(RESTORE, { body: aVideo({ title: 'A day' }) });
    await userEvent.click(dialog.getByRole('button', { name: 'Restore version 1' }));
    await waitingList().findByText(/A day/);
    const asked = server.received.filter(({ call }) => call === RESTORE).map(({ body }) => body);
    expect(asked).toEqual([{ textsVersion: 't1' }, { textsVersion: 't9' }]);
  });

  it('stays where it was when that fails', async () => {
    server.on(RESTORE, FAILURE);
    const dialog = await restore();
    await screen.findByText('Restore Failed');
    expect(dialog.queryByText(/^Somebody else/)).toBeNull();
    expect(within(screen.getByRole('dialog')).getByRole('button', { name: 'Restore version 1' })).toBeTruthy();
  });
});
