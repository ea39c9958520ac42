import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import {
  admin3Server,
  approvedList,
  FAILURE,
  openAdmin3,
  openDialog,
  waitingList,
} from '../../../testing/admin3-screen.js';
import type { ScreenServer } from '../../../testing/screen-server.js';
import { PUBLISHED_LATER } from '../../../testing/staff-screen.js';
import { anApprovedVideo, aVideo } from '../../../testing/video-for-specs.js';

const TAKEN_BACK = 'It waits for its person’s yes to it as it is now, and then for approval again.';
const SAVE = 'PUT /api/admin/showcase-videos/v1/sentence';
const [FIRST, SECOND] = ['I plan a shower as a journey.', 'It is a life.'];
const transcript = `${FIRST} ${SECOND} A${'h'.repeat(241)}.`;
let server: ScreenServer;
afterEach(() => server.close());

async function openView(video = aVideo({ transcript })) {
  server = admin3Server(video.isApproved ? { approved: [video] } : { waiting: [video] });
  await openAdmin3(server, video.isApproved ? '/admin3#approved' : '/admin3');
  return openDialog('View', video.title, video.isApproved ? approvedList() : waitingList());
}

describe('the sentence that stands for a video', () => {
  it('is one of those that are said, or found by its words', async () => {
    const dialog = await openView();
    const choice = dialog.getByRole<HTMLSelectElement>('combobox', { name: 'Sentence that stands for it' });
    expect(Array.from(choice.options, ({ text }) => text)).toEqual(['Found by its words', FIRST, SECOND]);
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Save sentence' }).disabled).toBe(true);
  });

  it('is kept once it is saved', async () => {
    const dialog = await openView(anApprovedVideo({ transcript, sentence: FIRST }));
    server.on(SAVE, { body: anApprovedVideo({ transcript, sentence: SECOND }) });
    const choice = dialog.getByRole<HTMLSelectElement>('combobox');
    expect(choice.value).toBe(FIRST);
    await userEvent.selectOptions(choice, SECOND);
    await userEvent.click(dialog.getByRole('button', { name: 'Save sentence' }));
    await dialog.findByText('Saved. The public pages show it.');
    expect(server.received.find(({ call }) => call === SAVE)?.body).toEqual({ sentence: SECOND });
  });

  it.each([
    [{ isApproved: false, isShown: false, approvedAt: null }, `Saved. ${TAKEN_BACK}`],
    [{ isShown: false }, 'Saved.'],
  ])('is not said to be public where it is not', async (now, told) => {
    const dialog = await openView(anApprovedVideo({ transcript, sentence: FIRST }));
    server.on(SAVE, { body: anApprovedVideo({ transcript, sentence: SECOND, ...now }) });
    await userEvent.selectOptions(dialog.getByRole('combobox'), SECOND);
    await userEvent.click(dialog.getByRole('button', { name: 'Save sentence' }));
    expect(await dialog.findByText(told)).toBeTruthy();
  });

  it('is kept also where the public pages follow later', async () => {
    const dialog = await openView(anApprovedVideo({ transcript, sentence: FIRST }));
    server.on(SAVE, PUBLISHED_LATER);
    server.on('GET /api/admin/showcase-videos/v1', { body: anApprovedVideo({ transcript, sentence: SECOND }) });
    await userEvent.selectOptions(dialog.getByRole('combobox'), SECOND);
    await userEvent.click(dialog.getByRole('button', { name: 'Save sentence' }));
    await dialog.findByText(/^Saved\. The public pages could not be brought up to date yet\./);
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Save sentence' }).disabled).toBe(true);
  });

  it('can be left to its words again', async () => {
    const dialog = await openView(aVideo({ transcript, sentence: FIRST }));
    server.on(SAVE, { body: aVideo({ transcript }) });
    await userEvent.selectOptions(dialog.getByRole('combobox'), 'Found by its words');
    await userEvent.click(dialog.getByRole('button', { name: 'Save sentence' }));
    await dialog.findByText('Saved. It is shown once the video is approved.');
    expect(server.received.find(({ call }) => call === SAVE)?.body).toEqual({ sentence: null });
  });

  it('stays chosen after a failure, which is said, to be saved again', async () => {
    const dialog = await openView();
    server.on(SAVE, FAILURE);
    await userEvent.selectOptions(dialog.getByRole('combobox'), SECOND);
    const save = dialog.getByRole<HTMLButtonElement>('button', { name: 'Save sentence' });
    await userEvent.click(save);
    await screen.findByText('Sentence not saved');
    await dialog.findByRole('button', { name: 'Save sentence' });
    expect([dialog.getByRole<HTMLSelectElement>('combobox').value, save.disabled]).toEqual([SECOND, false]);
  });

  it('is not asked for where nothing is said', async () => {
    const dialog = await openView(aVideo());
    expect(dialog.queryByRole('combobox')).toBeNull();
  });
});
