import { jest } from '@jest/globals';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { AdminAnswer } from '../../../api/contract/staff/admin-answers.js';
import type { AdminPhoto } from '../../../api/contract/staff/admin-participants.js';
import { PREPARATION_REFRESH_MS } from '../../../api/contract/common/screen-numbers.js';
import { adminServer, AUDIT, openAdmin, rowOf, SENDERS, SUMMARY } from '../../testing/admin-screen.js';
import { aPerson } from '../../testing/person-for-specs.js';
import type { ScreenServer } from '../../testing/screen-server.js';

const PHOTOS = 'GET /api/admin/users/p1/photos';
const ANSWERS = 'GET /api/admin/user-answers/p1';
const WORDS = 'GET /api/admin/user-answers/p1/written';
const WISHES = 'GET /api/admin/users/p1/wishes';
const PHOTO_ID = '1f3c9a2b-0000-4000-8000-000000000000';
const DATA = `GET /api/admin/photo/${PHOTO_ID}/data`;
const PICTURE = { imageData: 'data:image/png;base64,AA==' };
/** Told at once: after a server that failed it is asked again for seconds. */
const FAILURE = { status: 400, body: { code: 'bad_request', message: 'Oh' } };
let server: ScreenServer;

const aPhoto = (changes: Partial<AdminPhoto> = {}): AdminPhoto => ({
  id: PHOTO_ID,
  originalName: 'garden.jpg',
  description: 'In the garden',
  mimeType: 'image/jpeg',
  source: 'participant',
  fileSize: 2_048,
  preparation: null,
  createdAt: '2026-03-01T09:00:00.000Z',
  ...changes,
});
const anAnswer = (changes: Partial<AdminAnswer> = {}): AdminAnswer => ({
  id: 'a1',
  questionId: 1,
  title: 'Life before ME/CFS',
  videoUrl: '/api/admin/answer/a1/stream',
  posterUrl: null,
  originalUrl: '/api/admin/answer/a1/original',
  durationSeconds: 65,
  fileSize: 4_096,
  preparation: { state: 'ready', problem: null },
  createdAt: '2026-03-01T09:00:00.000Z',
  ...changes,
});
const aPiece = (number: number) => {
  const path = `/api/admin/answer/a1/pieces/p${number}`;
  return {
    id: `p${number}`,
    videoUrl: `${path}/stream`,
    originalUrl: `${path}/original`,
    durationSeconds: 20 + number,
    fileSize: 4_096,
    createdAt: '2026-03-01T09:00:00.000Z',
  };
};

async function openPanel() {
  await openAdmin(server);
  await userEvent.click((await rowOf('Anna Berg')).getByRole('button', { name: 'View' }));
  return within(await screen.findByRole('dialog', { name: 'Photos of Anna Berg' }));
}
const openAnswer = async (changes: Partial<AdminAnswer>) => {
  server.on(ANSWERS, { body: [anAnswer(changes)] });
  return within(await (await openPanel()).findByRole('listitem', { name: '1. Life before ME/CFS' }));
};
const calls = (call: string) => server.received.filter((one) => one.call === call);

beforeEach(() => {
  server = adminServer([aPerson()])
    .on(SUMMARY, { body: [{ email: 'anna@example.org', count: 1 }] })
    .on(PHOTOS, { body: [aPhoto()] })
    .on(ANSWERS, { body: [] })
    .on(WORDS, { body: [] })
    .on(WISHES, { body: { wishes: null } });
});
afterEach(() => server.close());

describe('the photos of a person', () => {
  it('say that they load', async () => {
    server.on(PHOTOS, () => new Promise(() => {})).on(ANSWERS, () => new Promise(() => {}));
    const panel = await openPanel();
    expect(panel.getByText('Loading photos…')).toBeTruthy();
    expect(panel.getByText('Loading answers…')).toBeTruthy();
    expect(panel.getByText('anna@example.org')).toBeTruthy();
  });

  it('are tried again by themselves while the connection fails', async () => {
    server.on(PHOTOS, 'cut');
    const panel = await openPanel();
    await panel.findByText(/^No answer yet\. Trying again \([1-3] of 3\)…$/);
    server.on(PHOTOS, { body: [aPhoto()] });
    expect(await panel.findByRole('listitem', { name: 'garden.jpg' })).toBeTruthy();
  });

  it('say that they failed after some tries, and can be loaded at a press', async () => {
    server.on(PHOTOS, { ...FAILURE, status: 500 });
    const panel = await openPanel();
    await panel.findByText(/^Failed to load photos: Failed to fetch user photos: 500 /);
    server.on(PHOTOS, { body: [] });
    await userEvent.click(panel.getByRole('button', { name: 'Try again' }));
    await panel.findByText('No photos found for this user');
    expect(panel.getByText('Photos appear here as soon as the person has uploaded them.')).toBeTruthy();
  });

  it('are loaded one by one, each with the focus that its button had', async () => {
    server.on(DATA, { body: PICTURE });
    const panel = await openPanel();
    const card = within(await panel.findByRole('listitem', { name: 'garden.jpg' }));
    expect(card.getByText('In the garden')).toBeTruthy();
    expect(card.queryByText('Came through the public upload page')).toBeNull();
    expect(card.queryByRole('button', { name: 'Delete' })).toBeNull();
    expect(calls(DATA)).toEqual([]);
    await userEvent.click(card.getByRole('button', { name: 'Load Image' }));
    expect(await card.findByRole('img', { name: 'In the garden' })).toHaveProperty('src', PICTURE.imageData);
    expect(calls(DATA)[0]?.query.get('size')).toBe('thumbnail');
    await waitFor(() => expect(document.activeElement?.tagName).toBe('A'));
    expect(card.getByRole('link', { name: /^Download/ }).getAttribute('href')).toBe(
      `/api/admin/photo/${PHOTO_ID}/original`,
    );
  });

  it('are twelve at once, and all others a press away', async () => {
    const names = Array.from({ length: 13 }, (_, index) => `photo-${index + 1}.jpg`);
    server.on(PHOTOS, { body: names.map((originalName) => aPhoto({ id: originalName, originalName })) });
    const panel = await openPanel();
    await panel.findByRole('listitem', { name: names[0]! });
    expect(panel.queryByRole('listitem', { name: names[12]! })).toBeNull();
    const pages = within(panel.getByRole('navigation', { name: 'Pages of the photos' }));
    await userEvent.click(pages.getByRole('button', { name: 'Next' }));
    expect(panel.getByRole('listitem', { name: names[12]! })).toBeTruthy();
  });

  it('say which one could not be loaded, or can only be downloaded', async () => {
    server.on(DATA, FAILURE);
    const panel = await openPanel();
    const card = within(await panel.findByRole('listitem', { name: 'garden.jpg' }));
    await userEvent.click(card.getByRole('button', { name: 'Load Image' }));
    await card.findByText('Could not load photo data');
    expect(screen.getByText('Failed to load photo')).toBeTruthy();
    server.on(DATA, { status: 422, body: { code: 'not_displayable', message: 'It can be downloaded.' } });
    await userEvent.click(card.getByRole('button', { name: 'Load Image' }));
    await card.findByText('It can be downloaded.');
  });

  it('are videos, too, which tell how far they are and are tried again at a press', async () => {
    const preparation = { state: 'failed', problem: 'it has no picture' } as const;
    const path = `/api/admin/photo/${PHOTO_ID}/preparation`;
    server.on(PHOTOS, { body: [aPhoto({ mimeType: 'video/mp4', originalName: 'walk.mp4', preparation })] });
    server.on(DATA, { body: { imageData: null, videoUrl: '/api/admin/photo/v/stream' } });
    const panel = await openPanel();
    const card = within(await panel.findByRole('listitem', { name: 'walk.mp4' }));
    expect(card.getByText('This video cannot be played: it has no picture.')).toBeTruthy();
    expect(card.queryByRole('link', { name: /^View Photo/ })).toBeNull();
    server.on(`POST ${path}`, FAILURE).on(`GET ${path}`, { body: preparation });
    await userEvent.click(card.getByRole('button', { name: 'Try again' }));
    await card.findByText('Not tried again: Oh');
    server.on(`POST ${path}`, { status: 202 }).on(`GET ${path}`, { body: { state: 'waiting', problem: null } });
    await userEvent.click(card.getByRole('button', { name: 'Try again' }));
    await card.findByText('Being prepared for all devices. Until then it plays as it was sent.');
    await userEvent.click(card.getByRole('button', { name: 'Load Video' }));
    const video = await card.findByLabelText('In the garden');
    expect(video.getAttribute('src')).toBe('/api/admin/photo/v/stream');
  });

  it('tell by themselves how far a video is', async () => {
    const { setInterval } = globalThis;
    const ticks: (() => void)[] = [];
    using _ = jest.spyOn(globalThis, 'setInterval').mockImplementation((tick: () => void, ms?: number) => {
      if (ms === PREPARATION_REFRESH_MS) ticks.push(tick);
      return setInterval(tick, ms);
    });
    const preparation = { state: 'working', problem: null } as const;
    server.on(PHOTOS, { body: [aPhoto({ mimeType: 'video/mp4', preparation })] });
    server.on(`GET /api/admin/photo/${PHOTO_ID}/preparation`, {
      body: { state: 'failed', problem: 'it has no picture' },
    });
    const panel = await openPanel();
    await panel.findByText('Being prepared for all devices. Until then it plays as it was sent.');
    act(() => ticks.forEach((tick) => tick()));
    expect(await panel.findByText('This video cannot be played: it has no picture.')).toBeTruthy();
  });

  it('can be deleted one by one when they came through the public page', async () => {
    server.on(PHOTOS, { body: [aPhoto({ source: 'public_upload', description: '' })] });
    const remove = `DELETE /api/admin/photo/${PHOTO_ID}`;
    const panel = await openPanel();
    const card = within(await panel.findByRole('listitem', { name: 'garden.jpg' }));
    expect(card.getByText('Came through the public upload page')).toBeTruthy();
    expect(card.getByText('No description')).toBeTruthy();
    const confirm = async () => {
      await userEvent.click(card.getByRole('button', { name: 'Delete' }));
      const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete this upload?' }));
      await userEvent.click(dialog.getByRole('button', { name: 'Delete upload' }));
    };
    server.on(remove, FAILURE);
    await confirm();
    await card.findByText('Failed to delete upload: Oh');
    server.on(remove, { body: { removed: 1 } }).on(PHOTOS, { body: [] });
    await confirm();
    await screen.findByText('garden.jpg is deleted.');
    await panel.findByText('No photos found for this user');
  });

  it('are left by Close, and what was seen is in the record of staff then', async () => {
    const panel = await openPanel();
    await panel.findByRole('listitem', { name: 'garden.jpg' });
    const before = calls(AUDIT).length;
    await userEvent.click(panel.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(calls(AUDIT).length).toBeGreaterThan(before));
  });

  it('are read anew each time, as everything beside them, and kept in no memory', async () => {
    server.on(DATA, { body: PICTURE });
    const panel = await openPanel();
    await userEvent.click(await panel.findByRole('button', { name: 'Load Image' }));
    await panel.findByRole('img', { name: 'In the garden' });
    await userEvent.click(panel.getByRole('button', { name: 'Close' }));
    await userEvent.click((await rowOf('Anna Berg')).getByRole('button', { name: 'View' }));
    await screen.findByRole('button', { name: 'Load Image' });
    expect(screen.queryByRole('img', { name: 'In the garden' })).toBeNull();
    const read = [PHOTOS, ANSWERS, WORDS, WISHES];
    await waitFor(() => expect(read.map((call) => calls(call).length)).toEqual([2, 2, 2, 2]));
    expect(calls(DATA)).toHaveLength(1);
  });

  it('of an e-mail that nobody registered are without answers', async () => {
    server.on(SENDERS, { body: [{ id: 's1', email: 'stranger@example.org', count: 1 }] });
    server.on('GET /api/admin/senders/s1/photos', { body: [aPhoto({ source: 'public_upload' })] });
    await openAdmin(server);
    const row = await rowOf('stranger@example.org', 'Uploads under other e-mails');
    await userEvent.click(row.getByRole('button', { name: 'View' }));
    const panel = within(await screen.findByRole('dialog', { name: 'Photos of stranger@example.org' }));
    await panel.findByRole('listitem', { name: 'garden.jpg' });
    expect(panel.getByText('Nobody registered this e-mail.')).toBeTruthy();
    expect(panel.queryByRole('heading', { name: 'Recorded answers' })).toBeNull();
  });
});

describe('the recorded answers of a person', () => {
  it('can be played and downloaded', async () => {
    server.on(ANSWERS, { body: [anAnswer()] });
    const panel = await openPanel();
    const card = within(await panel.findByRole('listitem', { name: '1. Life before ME/CFS' }));
    const video = card.getByLabelText('1. Life before ME/CFS', { selector: 'video' });
    expect(video.getAttribute('src')).toBe('/api/admin/answer/a1/stream');
    expect(video.getAttribute('preload')).toBe('none');
    expect(card.getByText('1:05, < 0.1 MB,')).toBeTruthy();
    expect(card.getByRole('link', { name: 'Download original' }).getAttribute('href')).toBe(
      '/api/admin/answer/a1/original',
    );
  });

  describe('in pieces', () => {
    const pieces = [1, 2, 3].map(aPiece);
    const off = { state: 'off', problem: null } as const;

    it('that are joined are one video, and nothing else', async () => {
      const card = await openAnswer({});
      expect(card.queryByText(/recordings/)).toBeNull();
      expect(card.queryByRole('list')).toBeNull();
    });

    it('that are not joined are told, and each can be downloaded', async () => {
      const card = await openAnswer({ pieces, preparation: off });
      expect(card.getByText('This answer is in 3 recordings.')).toBeTruthy();
      expect(card.getAllByRole('link').map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
        pieces.map(({ originalUrl }, index) => [`Download Recording ${index + 1}`, originalUrl]),
      );
      // What there is of all of them; the size of the first alone says nothing.
      expect(card.getByText('1:05,')).toBeTruthy();
      expect(card.queryByText(/joined/)).toBeNull();
    });

    it('that are not joined are played one after the other, from the one that is pressed', async () => {
      const play = jest.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
      const card = await openAnswer({ pieces, preparation: off });
      const video = card.getByLabelText('1. Life before ME/CFS', { selector: 'video' });
      expect(video.getAttribute('src')).toBe(pieces[0]!.videoUrl);
      expect(play).not.toHaveBeenCalled();
      await userEvent.click(card.getByRole('button', { name: 'Play Recording 2 Mar 1, 2026, 0:22, < 0.1 MB' }));
      expect([video.getAttribute('src'), play.mock.calls.length]).toEqual([pieces[1]!.videoUrl, 1]);
      fireEvent.ended(video);
      expect([video.getAttribute('src'), play.mock.calls.length]).toEqual([pieces[2]!.videoUrl, 2]);
      expect(card.getByRole('button', { current: true }).textContent).toContain('Recording 3');
      fireEvent.ended(video);
      expect([video.getAttribute('src'), play.mock.calls.length]).toEqual([pieces[2]!.videoUrl, 2]);
      play.mockRestore();
    });

    it('are told to be joined, or why they cannot be, and are tried again at a press', async () => {
      const problem = 'preparing it took too long';
      const card = await openAnswer({ pieces, preparation: { state: 'failed', problem } });
      expect(card.getByText(`They could not be joined to one video: ${problem}.`)).toBeTruthy();
      expect(card.queryByText(/cannot be played/)).toBeNull();
      expect(card.getByText('This answer is in 3 recordings.')).toBeTruthy();
      expect(card.getAllByRole('link')).toHaveLength(3);
      const path = '/api/admin/answer/a1/preparation';
      server.on(`POST ${path}`, { status: 202 }).on(`GET ${path}`, { body: { state: 'waiting', problem: null } });
      await userEvent.click(card.getByRole('button', { name: 'Try again' }));
      await card.findByText('They are being joined to one video. Until then each plays by itself.');
    });

    it('are told to be one video once they are, which the list does not have yet', async () => {
      const card = await openAnswer({ pieces, preparation: { state: 'failed', problem: null } });
      const path = '/api/admin/answer/a1/preparation';
      server.on(`POST ${path}`, { status: 202 }).on(`GET ${path}`, { body: { state: 'ready', problem: null } });
      await userEvent.click(card.getByRole('button', { name: 'Try again' }));
      expect(
        await card.findByText('They are joined to one video now. Close this and open it again to see it.'),
      ).toBeTruthy();
    });
  });

  it('are read before what they wrote: to see both is one look', async () => {
    const read = Promise.withResolvers<void>();
    server.on(ANSWERS, async () => {
      await read.promise;
      return { body: [] };
    });
    const panel = await openPanel();
    await panel.findByRole('listitem', { name: 'garden.jpg' });
    await waitFor(() => expect([ANSWERS, WISHES].map((call) => calls(call).length)).toEqual([1, 1]));
    expect(calls(WORDS)).toEqual([]);
    read.resolve();
    await waitFor(() => expect(calls(WORDS)).toHaveLength(1));
  });

  it('stand beside what they wrote, as plain text', async () => {
    server.on(ANSWERS, { body: [] });
    server.on(WORDS, {
      body: [{ questionId: 2, text: '<b>Before</b>\n\nقبل المرض', revision: 1, changedAt: '2026-11-20T10:00:00.000Z' }],
    });
    const panel = await openPanel();
    const words = within(await panel.findByRole('article', { name: 'Question 2' }));
    expect(words.getByText(/Before/).textContent).toBe('<b>Before</b>\n\nقبل المرض');
  });

  it('say that there are none, or that they could not be loaded', async () => {
    server.on(ANSWERS, FAILURE);
    const panel = await openPanel();
    await panel.findByText('The answers could not be loaded.');
    server.on(ANSWERS, { body: [] });
    await userEvent.click(panel.getByRole('button', { name: 'Try again' }));
    expect(await panel.findByText('No answers recorded yet')).toBeTruthy();
  });
});

describe('words of a person that could not be loaded', () => {
  it('are loaded at a press: their written answers', async () => {
    server.on(WORDS, FAILURE);
    const panel = await openPanel();
    await panel.findByText('The written answers could not be loaded.');
    server.on(WORDS, {
      body: [{ id: 'w1', questionId: 2, text: 'Before', revision: 1, changedAt: '2026-11-20T10:00:00.000Z' }],
    });
    await userEvent.click(panel.getByRole('button', { name: 'Try again' }));
    expect(await panel.findByRole('article', { name: 'Question 2' })).toBeTruthy();
  });

  it('are loaded at a press: their wishes', async () => {
    server.on(WISHES, FAILURE);
    const panel = await openPanel();
    await panel.findByText('Their wishes could not be loaded.');
    server.on(WISHES, {
      body: { wishes: { words: 'Ask Eva.', contactName: '', contact: '', changedAt: '2026-11-20T10:00:00.000Z' } },
    });
    await userEvent.click(panel.getByRole('button', { name: 'Try again' }));
    expect(await panel.findByText('Ask Eva.')).toBeTruthy();
    expect(panel.queryByText(/^To be asked then/)).toBeNull();
  });
});

it('says of what came by the link of somebody who helps that it did', async () => {
  const byHelper = { addedByHelper: true, helperName: 'Eva' };
  const words = { id: 'w1', questionId: 2, text: 'Before', revision: 1, changedAt: '2026-11-20T10:00:00.000Z' };
  server.on(PHOTOS, { body: [aPhoto(byHelper)] }).on(ANSWERS, { body: [anAnswer(byHelper)] });
  server.on(WORDS, {
    body: [
      { ...words, ...byHelper },
      { ...words, id: 'w2', questionId: 3 },
    ],
  });
  const panel = await openPanel();
  const things = [
    await panel.findByRole('listitem', { name: 'garden.jpg' }),
    await panel.findByRole('listitem', { name: '1. Life before ME/CFS' }),
    await panel.findByRole('article', { name: 'Question 2' }),
  ];
  for (const thing of things) within(thing).getByText('Added by Eva’s link');
  expect(within(panel.getByRole('article', { name: 'Question 3' })).queryByText(/^Added by/)).toBeNull();
});

const openPhoto = () => openAdmin(server, `/admin#photo=${PHOTO_ID}`);

describe('one photo alone', () => {
  it('is as large as there is, with the way back', async () => {
    server.on(DATA, { body: PICTURE });
    await openPhoto();
    expect(await screen.findByRole('img', { name: 'Photo' })).toHaveProperty('src', PICTURE.imageData);
    expect(calls(DATA)[0]?.query.get('size')).toBe('large');
    expect(screen.getByRole('link', { name: 'All users' }).getAttribute('href')).toBe('/admin');
    expect(screen.queryByRole('region', { name: 'Overview' })).toBeNull();
  });

  it('says when it could not be loaded, and loads at a press', async () => {
    server.on(DATA, FAILURE);
    await openPhoto();
    await screen.findByText('Failed to load photo: Could not load photo data');
    server.on(DATA, { body: { imageData: null, videoUrl: '/stream' } });
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect((await screen.findByLabelText('Photo')).getAttribute('src')).toBe('/stream');
  });
});
