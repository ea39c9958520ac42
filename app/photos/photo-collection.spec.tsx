import { jest } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { PHOTO_MAX_BYTES } from '../../api/contract/common/limits.js';
import { PHOTO_REFUSED } from '../../api/contract/common/wordings.js';
import { INTERVIEW_FOLLOW_MS } from '../../api/contract/common/screen-numbers.js';
import type { AddPhotoRequest, Photo } from '../../api/contract/people/photos.js';
import { AppIsland } from '../shared/ui/app-island.js';
import { toastStore } from '../shared/ui/toast-store.js';
import { ScreenServer } from '../testing/screen-server.js';
import { PhotoCollection } from './photo-collection.js';
import { usePhotos } from './use-photos.js';

const aPhoto = (id: string, changes: Partial<Photo> = {}): Photo => ({
  id,
  filename: `${id}.jpg`,
  originalName: 'garden.jpg',
  imageData: 'data:image/jpeg;base64,',
  mimeType: 'image/jpeg',
  fileSize: 4,
  description: '',
  ...changes,
});
const aFile = (name: string, type = 'image/jpeg', size?: number) => {
  const file = new File(['data'], name, { type });
  return size === undefined ? file : Object.defineProperty(file, 'size', { value: size });
};

let server: ScreenServer;
let saved: Photo[];

beforeEach(() => {
  saved = [];
  server = new ScreenServer();
  server.on('GET /api/photos', () => ({ body: saved }));
  server.on('GET /api/photos/known', () => ({ body: saved.map(({ id, description }) => ({ id, description })) }));
  server.on('POST /api/uploads/start', { status: 201, body: { uploadId: 'u1' } });
  server.on('POST /api/uploads/chunk', { body: { complete: true, readyForProcessing: true } });
  server.on('POST /api/uploads/process/u1', { body: { uploadId: 'u1', fileSize: 4, sha256: '' } });
  server.on('POST /api/photos', ({ body }) => {
    const photo = aPhoto(`p${saved.length + 1}`, { description: (body as AddPhotoRequest).description });
    saved = [...saved, photo];
    return { status: 201, body: photo };
  });
});
afterEach(() => {
  jest.restoreAllMocks();
  toastStore.clear();
  return server.close();
});

function PhotoStep() {
  const photos = usePhotos({ needed: true, keptUnder: ['anna'], mayReturn: true, mayRead: true });
  return (
    <>
      <PhotoCollection photos={photos} />
      {photos.isSignedOut && <p>Signed out</p>}
    </>
  );
}
const open = async () => {
  await server.open('/');
  const { container } = render(
    <AppIsland>
      <PhotoStep />
    </AppIsland>,
  );
  const picker = container.querySelector<HTMLInputElement>('input[type=file]')!;
  // What the picker offers is only a hint to the device: any file can be chosen.
  return (...files: File[]) => userEvent.upload(picker, files, { applyAccept: false });
};
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const calls = (call: string) => server.received.filter((received) => received.call === call);

/** Returns what passes the time until it is looked again, and all that follows from that. */
const followByHand = () => {
  const ticks: (() => void)[] = [];
  const { setInterval } = globalThis;
  jest.spyOn(globalThis, 'setInterval').mockImplementation((tick: () => void, ms?: number) => {
    if (ms === INTERVIEW_FOLLOW_MS) ticks.push(tick);
    return setInterval(tick, ms);
  });
  return async () => {
    const asked = calls('GET /api/photos/known').length;
    act(() => ticks.forEach((tick) => tick()));
    await waitFor(() => expect(calls('GET /api/photos/known').length).toBeGreaterThan(asked));
    // What the one before has led to was sent before this.
    server.on('GET /api/questions', { body: [] });
    await fetch('/api/questions');
  };
};

describe('photos', () => {
  it('are none at first', async () => {
    await open();
    expect(screen.getByText('Loading your photos...')).toBeTruthy();
    await screen.findByText('No photos added yet');
    expect(screen.getByRole('button', { name: 'Choose photos' })).toBeTruthy();
  });

  it('are followed by which there are, and read anew once these are others: they are heavy', async () => {
    const follow = followByHand();
    await open();
    await screen.findByText('No photos added yet');
    await follow();
    await follow();
    expect(calls('GET /api/photos')).toHaveLength(1);
    saved = [aPhoto('p1')];
    await follow();
    await screen.findByText('1 photo saved');
    saved = [aPhoto('p1', { description: 'My garden' })];
    await follow();
    await screen.findByAltText('My garden');
    saved = [];
    await follow();
    await screen.findByText('No photos added yet');
    await follow();
    expect(calls('GET /api/photos')).toHaveLength(4);
  });

  it('are not read again and again where the picture of one is lost', async () => {
    const follow = followByHand();
    server.on('GET /api/photos/known', { body: [{ id: 'lost', description: '' }] });
    await open();
    await waitFor(() => expect(calls('GET /api/photos')).toHaveLength(2));
    await follow();
    await follow();
    expect(calls('GET /api/photos')).toHaveLength(2);
  });

  it('are read with the next look where they could not be read anew', async () => {
    const follow = followByHand();
    await open();
    await screen.findByText('No photos added yet');
    saved = [aPhoto('p1')];
    server.on('GET /api/photos', { status: 500 });
    await follow();
    await waitFor(() => expect(calls('GET /api/photos')).toHaveLength(2));
    server.on('GET /api/photos', () => ({ body: saved }));
    await follow();
    await screen.findByText('1 photo saved');
    await follow();
    expect(calls('GET /api/photos')).toHaveLength(3);
  });

  it('are read anew when the page is looked at again', async () => {
    await open();
    await screen.findByText('No photos added yet');
    saved = [aPhoto('p1')];
    act(() => void document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await screen.findByText('1 photo saved');
  });

  it('can be asked for again where they could not be loaded', async () => {
    server.on('GET /api/photos', { status: 500 });
    await open();
    await screen.findByText('Your photos could not be shown. They are safe with us.');
    server.on('GET /api/photos', { body: [aPhoto('p1')] });
    await press('Try Again');
    await screen.findByText('1 photo saved');
  });

  it('are chosen, described and added', async () => {
    const choose = await open();
    await choose(aFile('garden.jpg'));
    await screen.findByText('1 photo is not added yet');
    expect(screen.getByAltText('Preview of garden.jpg')).toBeTruthy();
    await userEvent.type(screen.getByRole('textbox', { name: 'Description (optional)' }), 'My garden');
    await press('Add this photo');
    await screen.findByText('1 photo saved');
    await screen.findAllByText('Photo uploaded successfully!');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Choose more photos' }));
    expect(screen.getByAltText('My garden')).toBeTruthy();
    expect(calls('POST /api/photos').map(({ body }) => body)).toEqual([
      { uploadId: 'u1', originalName: 'garden.jpg', description: 'My garden', mimeType: 'image/jpeg', fileSize: 4 },
    ]);
  });

  it('of telephones are offered by the device also where it knows no type for them', async () => {
    await open();
    const picker = document.querySelector<HTMLInputElement>('input[type=file]')!;
    await userEvent.upload(picker, [aFile('IMG_1.HEIC', ''), aFile('words.txt', '')]);
    await screen.findByText('1 photo is not added yet');
    expect(screen.getByAltText('Preview of IMG_1.HEIC')).toBeTruthy();
  });

  it('are added as they are when their turn comes: described, left out or chosen while others are sent', async () => {
    const { promise: firstIsSent, resolve: sendFirst } = Promise.withResolvers<void>();
    server.on('POST /api/photos', async ({ body }) => {
      await firstIsSent;
      const { originalName, description } = body as AddPhotoRequest;
      const photo = aPhoto(originalName, { description });
      saved = [...saved, photo];
      return { status: 201, body: photo };
    });
    const choose = await open();
    await choose(aFile('first.jpg'), aFile('second.jpg'), aFile('third.jpg'));
    await press('Add all 3 photos');
    await waitFor(() => expect(calls('POST /api/photos')).toHaveLength(1));
    // Whoever is just writing there is not thrown out, and cannot write what would not be sent.
    const [ofFirst] = screen.getAllByLabelText('Description (optional)');
    await userEvent.type(ofFirst!, 'Too late');
    expect([document.activeElement, ofFirst]).toEqual([ofFirst, expect.objectContaining({ value: '' })]);
    await userEvent.click(screen.getAllByRole('button', { name: 'Leave out' })[1]!);
    await userEvent.type(screen.getAllByLabelText('Description (optional)')[1]!, 'The third');
    await choose(aFile('fourth.jpg'));
    sendFirst();
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Leave out' })).toBeNull());
    expect(saved.map(({ id, description }) => [id, description])).toEqual([
      ['first.jpg', ''],
      ['third.jpg', 'The third'],
      ['fourth.jpg', ''],
    ]);
  });

  it('are added one after the other, and say how far each is', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    server.on('POST /api/uploads/process/u1', async () => {
      await promise;
      return { body: { uploadId: 'u1', fileSize: 4, sha256: '' } };
    });
    const choose = await open();
    await choose(aFile('a.jpg'), aFile('b.jpg'));
    await press('Add all 2 photos');
    await screen.findByText('Uploading 85 %');
    expect(screen.getByRole('progressbar', { name: 'Upload of a.jpg' })).toBeTruthy();
    expect(screen.queryByRole('progressbar', { name: 'Upload of b.jpg' })).toBeNull();
    resolve();
    await screen.findByText('2 photos saved');
  });

  it.each([
    ['too large', aFile('garden.jpg', 'image/jpeg', PHOTO_MAX_BYTES + 1)],
    ['of another kind', aFile('notes.txt', 'text/plain')],
    ['empty', aFile('empty.jpg', 'image/jpeg', 0)],
  ])('that are %s are refused, and the others stay', async (_name, refused) => {
    const choose = await open();
    await choose(refused, aFile('good.jpg'));
    await screen.findAllByText(PHOTO_REFUSED);
    expect(screen.getByText('1 photo is not added yet')).toBeTruthy();
    expect(screen.getByAltText('Preview of good.jpg')).toBeTruthy();
  });

  it('that the server refuses stay in the list with its words, for another try', async () => {
    server.on('POST /api/uploads/process/u1', { status: 415, body: { message: 'This is no picture.', code: 'x' } });
    const choose = await open();
    await choose(aFile('garden.jpg'));
    await press('Add this photo');
    await screen.findAllByText('This is no picture.');
    server.on('POST /api/uploads/process/u1', { body: { uploadId: 'u1', fileSize: 4, sha256: '' } });
    await press('Try Again');
    await screen.findByText('1 photo saved');
  });

  it('that the server refuses say why beside them, and none that is added after them hides it', async () => {
    server.on('POST /api/uploads/process/u1', () => {
      server.on('POST /api/uploads/process/u1', { body: { uploadId: 'u1', fileSize: 4, sha256: '' } });
      return { status: 415, body: { message: 'This is no picture.', code: 'x' } };
    });
    const choose = await open();
    await choose(aFile('broken.jpg'), aFile('good.jpg'));
    await press('Add all 2 photos');
    await waitFor(() => expect(screen.queryByAltText('Preview of good.jpg')).toBeNull());
    await screen.findByText('1 photo could not be added: the reason stands below.');
    const card = screen.getByAltText('Preview of broken.jpg').closest('li')!;
    within(card).getByText('This is no picture.');
    expect(toastStore.read()).toMatchObject({ title: 'Upload failed', description: 'This is no picture.', open: true });
    await press('Try Again');
    await screen.findByText('2 photos saved');
    expect(screen.queryByText('This is no picture.')).toBeNull();
  });

  it('leave the keyboard at the button that adds them all', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    server.on('POST /api/uploads/start', async () => {
      await promise;
      return { status: 415, body: { message: 'This is no picture.', code: 'x' } };
    });
    const choose = await open();
    await choose(aFile('a.jpg'), aFile('b.jpg'));
    await press('Add all 2 photos');
    await screen.findByText('Uploading 0 %');
    const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Add all 2 photos' });
    expect([button.disabled, document.activeElement]).toEqual([false, button]);
    await userEvent.click(button);
    resolve();
    await screen.findByText('2 photos could not be added: the reasons stand below.');
    expect(calls('POST /api/uploads/start')).toHaveLength(2);
  });

  it('that cannot be uploaded say so in our words where the server has none', async () => {
    server.on('POST /api/uploads/start', { status: 500 });
    const choose = await open();
    await choose(aFile('garden.jpg'));
    await press('Add this photo');
    await screen.findAllByText('Upload failed');
    await screen.findAllByText('Failed to upload media. Please try again.');
    expect(screen.getByText('1 photo could not be added: the reason stands below.')).toBeTruthy();
  });

  it('that were lost after the upload are sent once more', async () => {
    server.on('POST /api/photos', () => {
      server.on('POST /api/photos', { status: 201, body: aPhoto('p1') });
      saved = [aPhoto('p1')];
      return { status: 410, body: { message: 'Gone', code: 'gone' } };
    });
    const choose = await open();
    await choose(aFile('garden.jpg'));
    await press('Add this photo');
    await screen.findByText('1 photo saved');
    expect(calls('POST /api/uploads/start')).toHaveLength(2);
  });

  it('say when the session has ended', async () => {
    server.on('POST /api/uploads/start', { status: 401, body: { message: 'Unauthorized' } });
    const choose = await open();
    await choose(aFile('garden.jpg'));
    await press('Add this photo');
    await screen.findByText('Signed out');
    await screen.findAllByText('You have been signed out. Nothing that was added is lost.');
    expect(screen.getByText('1 photo could not be added: the reason stands below.')).toBeTruthy();
    server.on('POST /api/uploads/start', { status: 201, body: { uploadId: 'u1' } });
    await press('Try Again');
    await screen.findByText('1 photo saved');
    expect(screen.queryByText('Signed out')).toBeNull();
  });

  it('can be left out before they are added, and chosen again', async () => {
    const choose = await open();
    const garden = aFile('garden.jpg');
    await choose(garden);
    await press('Leave out');
    await screen.findByText('No photos added yet');
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Choose photos' }));
    expect(calls('POST /api/uploads/start')).toEqual([]);
    await choose(garden);
    await screen.findByText('1 photo is not added yet');
  });

  it('say by whose link they came', async () => {
    saved = [
      aPhoto('p1', { addedByHelper: true, helperName: 'Bea', description: 'By Bea' }),
      aPhoto('p2', { description: 'By oneself' }),
    ];
    await open();
    expect((await screen.findByRole('listitem', { name: 'By Bea' })).textContent).toContain('Added by Bea’s link');
    expect(screen.getByRole('listitem', { name: 'By oneself' }).textContent).not.toContain('Added by');
  });

  it('are deleted only after a question', async () => {
    saved = [aPhoto('p1')];
    server.on('DELETE /api/photos/p1', () => {
      saved = [];
      return { status: 204 };
    });
    await open();
    await press('Delete garden.jpg');
    const question = await screen.findByRole('alertdialog', { name: 'Are you sure you want to delete this photo?' });
    await userEvent.click(within(question).getByRole('button', { name: 'Keep it' }));
    expect(calls('DELETE /api/photos/p1')).toEqual([]);
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Delete garden.jpg' })));
    await press('Delete garden.jpg');
    await press('Delete');
    await screen.findByText('No photos added yet');
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
  });

  it('that are deleted leave the keyboard in their place, and in the end where one chooses more', async () => {
    saved = ['a', 'b'].map((name) => aPhoto(name, { originalName: `${name}.jpg` }));
    for (const { id } of saved) {
      server.on(`DELETE /api/photos/${id}`, () => {
        saved = saved.filter((photo) => photo.id !== id);
        return { status: 204 };
      });
    }
    await open();
    await press('Delete a.jpg');
    await press('Delete');
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('listitem', { name: 'Your photo b.jpg' })),
    );
    await press('Delete b.jpg');
    await press('Delete');
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Choose photos' })));
  });

  it('that could not be deleted are still there, and it is said', async () => {
    saved = [aPhoto('p1')];
    server.on('DELETE /api/photos/p1', { status: 500 });
    await open();
    await press('Delete garden.jpg');
    await press('Delete');
    await screen.findAllByText('Photo not deleted');
    expect(screen.getByText('1 photo saved')).toBeTruthy();
  });

  it('are fetched from the server where the small picture cannot be drawn', async () => {
    saved = [aPhoto('p1')];
    await open();
    const picture = await screen.findByAltText('Your photo garden.jpg');
    fireEvent.error(picture);
    await waitFor(() => expect(picture.getAttribute('src')).toBe('/api/photos/stream/p1'));
  });
});
