import { jest } from '@jest/globals';
import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { AddPhotoRequest, Photo } from '../../api/contract/people/photos.js';
import { LOCAL_DRAFTS_LOOK_MS } from '../../api/contract/common/screen-numbers.js';
import { ChosenFileStore } from '../shared/chosen-files/chosen-file-store.js';
import { ANNA, answerTo, CONSENT_GIVEN } from '../testing/interview-server.js';
import { calls, closePage, hastenTimers, open, press, server, useInterview } from '../testing/interview-screen.js';
import { asksBeforeLeaving } from '../testing/leaving.js';
import { WebTabLocks } from '../shared/tab-locks.js';
import { noteWantedQuestion } from './wanted-question.js';

useInterview();

const BACK = 'What you chose before is still here. It is not sent yet.';
const kept = () => new ChosenFileStore().findAll();
const words = () => screen.findAllByRole<HTMLTextAreaElement>('textbox', { name: 'Description (optional)' });

let saved: Photo[];
beforeEach(() => {
  saved = [];
  server.answers = [answerTo(1), answerTo(2)];
  server.on('GET /api/photos', () => ({ body: saved }));
  server.on('GET /api/photos/known', () => ({ body: saved.map(({ id, description }) => ({ id, description })) }));
  server.on('POST /api/photos', ({ body }) => {
    const { originalName, description } = body as AddPhotoRequest;
    const photo = { id: originalName, filename: originalName, originalName, description } as Photo;
    saved = [...saved, { ...photo, imageData: 'data:image/jpeg;base64,', mimeType: 'image/jpeg', fileSize: 4 }];
    return { status: 201, body: saved.at(-1) };
  });
});

const choose = async (...names: string[]) => {
  await screen.findByRole('heading', { name: 'Upload photos of your life' });
  const picker = document.querySelector<HTMLInputElement>('input[type=file]')!;
  await userEvent.upload(
    picker,
    names.map((name) => new File([name], name, { type: 'image/jpeg', lastModified: 1 })),
  );
};
const chooseAndKeep = async () => {
  await open();
  await screen.findByText('No photos added yet');
  await choose('garden.jpg', 'sea.jpg');
  await userEvent.type((await words())[1]!, 'The sea, before');
  await waitFor(async () =>
    expect(await kept()).toMatchObject([
      { name: 'garden.jpg', isWhole: true, description: '' },
      { name: 'sea.jpg', isWhole: true, description: 'The sea, before' },
    ]),
  );
};

describe('photos that were chosen and not added', () => {
  it('are there again with their words after the page was closed, and are gone here once they are added', async () => {
    await chooseAndKeep();
    await waitFor(() => expect(asksBeforeLeaving()).toBe(false));
    expect(screen.queryByText(BACK)).toBeNull();
    closePage();
    await open();
    await screen.findByText(BACK);
    expect(screen.getByText('2 photos are not added yet')).toBeTruthy();
    expect(screen.getByText(/some photos are not added yet/)).toBeTruthy();
    expect((await words()).map(({ value }) => value)).toEqual(['', 'The sea, before']);
    await press('Add all 2 photos');
    await screen.findByText('2 photos saved');
    expect(calls('POST /api/photos').map(({ body }) => body)).toMatchObject([
      { originalName: 'garden.jpg', description: '', fileSize: 10 },
      { originalName: 'sea.jpg', description: 'The sea, before', fileSize: 7 },
    ]);
    expect(screen.queryByText(BACK)).toBeNull();
    await waitFor(async () => expect(await kept()).toEqual([]));
  });

  it('are sent with Submit by whoever comes back', async () => {
    server.on('PATCH /api/user/status', { status: 204 });
    await chooseAndKeep();
    closePage();
    await open();
    await press('Submit');
    await screen.findByRole('heading', { name: 'Thank You!' });
    expect(saved.map(({ description }) => description)).toEqual(['', 'The sea, before']);
  });

  it('are sent with a Submit that is pressed before they are read', async () => {
    server.on('PATCH /api/user/status', { status: 204 });
    await chooseAndKeep();
    closePage();
    const unread = Promise.withResolvers<void>();
    const { read } = ChosenFileStore.prototype;
    jest.spyOn(ChosenFileStore.prototype, 'read').mockImplementation(async function (this: ChosenFileStore, id) {
      await unread.promise;
      return read.call(this, id);
    });
    await open();
    await screen.findByText('No photos added yet');
    await press('Submit');
    await fetch('/api/questions');
    expect(screen.queryByText('Photo required')).toBeNull();
    unread.resolve();
    await screen.findByRole('heading', { name: 'Thank You!' });
    expect(saved.map(({ description }) => description)).toEqual(['', 'The sea, before']);
  });

  it('are not read at a question, where a recorder needs the memory, and are there at the end', async () => {
    await chooseAndKeep();
    closePage();
    const read = jest.spyOn(ChosenFileStore.prototype, 'read');
    noteWantedQuestion(2);
    await open();
    await screen.findByText(/some photos are not added yet/);
    expect(read).not.toHaveBeenCalled();
    await press('Continue to Photos');
    await screen.findByText(BACK);
    await press('Previous');
    await press('Continue to Photos');
    await screen.findByText('2 photos are not added yet');
  });

  it('are gone here once they are left out', async () => {
    await chooseAndKeep();
    closePage();
    await open();
    await userEvent.click((await screen.findAllByRole('button', { name: 'Leave out' }))[0]!);
    await waitFor(async () => expect(await kept()).toMatchObject([{ name: 'sea.jpg' }]));
  });

  it('are one with the same that are chosen again', async () => {
    await chooseAndKeep();
    closePage();
    await open();
    await screen.findByText(BACK);
    await choose('sea.jpg', 'bed.jpg');
    await screen.findByText('3 photos are not added yet');
  });

  it('are shown to nobody else', async () => {
    await chooseAndKeep();
    closePage();
    server.on('GET /api/auth/user', { body: { ...ANNA, id: 'bea', keptUnder: ['bea'] } });
    const findAll = jest.spyOn(ChosenFileStore.prototype, 'findAll');
    await open();
    await screen.findByText('No photos added yet');
    await act(async () => void (await findAll.mock.results[0]?.value));
    expect(screen.queryByText(BACK)).toBeNull();
    expect(screen.queryByRole('img')).toBeNull();
    expect(await kept()).toHaveLength(2);
  });

  it('are in one tab at a time, of which the other tells, and go over to it', async () => {
    await chooseAndKeep();
    const [garden] = await kept();
    closePage();
    const otherTab = new WebTabLocks(navigator.locks, 'chosen-file:');
    await waitFor(async () => expect(await otherTab.acquire(garden!.id)).toBe(true));
    await open();
    await screen.findByText('Some of what you chose is open in another tab.');
    expect(await words()).toHaveLength(1);
    otherTab.release(garden!.id);
    await screen.findByText('2 photos are not added yet');
    expect(await words()).toHaveLength(2);
    expect(screen.queryByText('Some of what you chose is open in another tab.')).toBeNull();
  });

  it('stay out of sight while their person has said no to photos', async () => {
    await chooseAndKeep();
    closePage();
    server.on('GET /api/consent', { body: { ...CONSENT_GIVEN, recording: 'withdrawn' } });
    const findAll = jest.spyOn(ChosenFileStore.prototype, 'findAll');
    await open();
    await press('Read the questions first');
    await screen.findByRole('heading', { name: 'Would you like to add photos?' });
    expect(findAll).not.toHaveBeenCalled();
    expect(await kept()).toHaveLength(2);
  });

  it('are told of beside a story that was submitted without them', async () => {
    await chooseAndKeep();
    closePage();
    server.on('GET /api/auth/user', { body: { ...ANNA, status: 'submitted' } });
    server.on('GET /api/user/status', { body: { status: 'submitted', photosNeeded: true } });
    await open();
    await screen.findByText(/This browser keeps photos that you chose\. They are not part of what you submitted/);
  });

  it('are added as before where the browser keeps nothing, and asked about before the page is left', async () => {
    Reflect.deleteProperty(globalThis, 'indexedDB');
    await open();
    await choose('garden.jpg');
    await screen.findByText('This browser does not keep “garden.jpg”: please send it before you leave.');
    expect(asksBeforeLeaving()).toBe(true);
    await press('Add this photo');
    await screen.findByText('1 photo saved');
    expect(asksBeforeLeaving()).toBe(false);
    expect(screen.queryByText(/does not keep/)).toBeNull();
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('are added as before where the storage hangs', async () => {
    jest.spyOn(ChosenFileStore.prototype, 'findAll').mockImplementation(() => new Promise(() => {}));
    jest.spyOn(ChosenFileStore.prototype, 'write').mockImplementation(() => new Promise(() => {}));
    hastenTimers(LOCAL_DRAFTS_LOOK_MS);
    await open();
    await choose('garden.jpg', 'sea.jpg');
    expect(asksBeforeLeaving()).toBe(true);
    await press('Add all 2 photos');
    await screen.findByText('2 photos saved');
  });

  it('go with the device that is forgotten, after that is said, also those of the upload page', async () => {
    server.on('POST /api/auth/forget-device', { status: 204 });
    const about = { owner: 'anna', form: 'upload' as const, id: 'dance', name: 'dance.webm', mimeType: 'video/webm' };
    const now = new Date();
    const times = { lastModified: 1, chosenAt: now, seenAt: now };
    await new ChosenFileStore().write({
      ...about,
      ...times,
      bytes: 0,
      description: '',
      place: 0,
      pieces: 0,
      isWhole: true,
    });
    await open();
    await press('Forget this device');
    const question = within(await screen.findByRole('alertdialog'));
    expect(question.getByText(/Photos that you chose and have not added yet would be lost\./)).toBeTruthy();
    await userEvent.click(question.getByRole('button', { name: 'Forget this device' }));
    await waitFor(() => expect(visited).toEqual(['/']));
    expect(await kept()).toEqual([]);
  });

  it('go with the device that is forgotten, after that is said', async () => {
    server.on('POST /api/auth/forget-device', { status: 204 });
    await chooseAndKeep();
    await press('Forget this device');
    const question = within(await screen.findByRole('alertdialog'));
    expect(question.getByText(/Photos that you chose and have not added yet would be lost\./)).toBeTruthy();
    await userEvent.click(question.getByRole('button', { name: 'Forget this device' }));
    await waitFor(() => expect(visited).toEqual(['/']));
    expect(await kept()).toEqual([]);
  });
});
