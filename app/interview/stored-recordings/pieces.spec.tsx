import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { AnswerVideo, OrderPiecesRequest } from '../../../api/contract/interview/answers.js';
import { RECORD_NEW_RESPONSE_DELAY_MS } from '../../../api/contract/common/screen-numbers.js';
import { RECORDED } from '../../testing/fake-camera.js';
import {
  calls,
  camera,
  closePage,
  drafts,
  hastenTimers,
  open,
  openAnswered,
  press,
  record,
  server,
  startRecorder,
  useInterview,
} from '../../testing/interview-screen.js';
import { answerTo, pieceOf } from '../../testing/interview-server.js';

useInterview();

const SAVE = 'POST /api/videos/upload-cloud';

const inPieces = (ids: string[], isJoined = true): AnswerVideo =>
  answerTo(1, { pieces: ids.map((id) => pieceOf(id)), isJoined });
const rows = () => within(screen.getByRole('dialog')).getAllByRole('listitem');
/** Of the ways earlier and later, recording by recording: what says that one is none now. */
const statesOfMoves = () =>
  within(screen.getByRole('dialog'))
    .getAllByRole('button', { name: /^Play recording/ })
    .map((button) => button.getAttribute('aria-disabled'));
const videoOf = (name: string) => screen.getByLabelText<HTMLVideoElement>(name);

/** From a stored answer to a camera that is on for an addition, whose countdown was cancelled. */
async function beginAddition(): Promise<void> {
  const endHaste = hastenTimers(RECORD_NEW_RESPONSE_DELAY_MS);
  await press('Add to this answer');
  await press('Cancel');
  endHaste();
}
/** From a stored answer to an addition that can be reviewed. */
async function recordAddition(): Promise<void> {
  await beginAddition();
  await screen.findByText('Ready when you are');
  await startRecorder();
  await press('Stop');
  await screen.findByRole('heading', { name: 'Review your recording' });
}

async function saveFile(): Promise<unknown> {
  await screen.findByRole('button', { name: 'Add to this answer' });
  const picker = document.querySelector<HTMLInputElement>('input[type=file]')!;
  await userEvent.upload(picker, new File([RECORDED], 'said.mp4', { type: 'video/mp4' }));
  await press('Use this recording');
  await screen.findAllByText('Video saved');
  return calls(SAVE)[0]?.body;
}

/** The page is opened again at an answer whose addition this browser kept. */
async function openWithKeptAddition(): Promise<void> {
  server.answers = [answerTo(1, { fileSize: 1, sha256: 'another' })];
  await open();
  await press('Previous');
  await recordAddition();
  closePage();
  await open();
  await press('Previous');
}

describe('an answer in pieces', () => {
  it('goes on from a stored answer, which stays', async () => {
    await openAnswered();
    await press('Add to this answer');
    await screen.findByText(/^Recording starts in/);
    await press('Cancel');
    await screen.findByText('Ready when you are');
    await startRecorder();
    expect(await drafts()).toMatchObject([{ isAddition: true }]);
    await press('Stop');
    await press('Use this recording');
    await screen.findAllByText('Video saved');
    expect(calls(SAVE)).toMatchObject([{ body: { questionId: 1, isAddition: true } }]);
  });

  it('goes on from it also where the page was gone before the addition was saved', async () => {
    await openWithKeptAddition();
    await press('Continue and save');
    await screen.findAllByText('Video saved');
    const [call] = calls(SAVE);
    expect(call?.body).toMatchObject({ questionId: 1, isAddition: true });
    expect(call?.body).not.toHaveProperty('insteadOf');
  });

  it('goes on from it also where the addition is opened again and recorded anew', async () => {
    await openWithKeptAddition();
    await press('Watch');
    await press('Redo');
    await waitFor(() => expect(camera.isOn).toBe(true));
    await screen.findByText('Ready when you are');
    await startRecorder();
    await press('Stop');
    await press('Use this recording');
    await screen.findAllByText('Video saved');
    const [call] = calls(SAVE);
    expect(call?.body).toMatchObject({ questionId: 1, isAddition: true });
    expect(call?.body).not.toHaveProperty('insteadOf');
  });

  it('is replaced by a file that is chosen once the addition was discarded', async () => {
    await openAnswered();
    await recordAddition();
    await press('Discard');
    // It is asked about.
    await press('Discard');
    const saved = await saveFile();
    expect(saved).toMatchObject({ questionId: 1, insteadOf: 'answer-1' });
    expect(saved).not.toHaveProperty('isAddition');
  });

  it('is replaced by a file that is chosen once the answer was kept without the addition', async () => {
    await openAnswered();
    await beginAddition();
    await press('Keep my answer');
    const saved = await saveFile();
    expect(saved).toMatchObject({ questionId: 1, insteadOf: 'answer-1' });
    expect(saved).not.toHaveProperty('isAddition');
  });

  it('saves what was recorded, and goes on with the next', async () => {
    await open();
    await record();
    await press('Add to this answer');
    await screen.findAllByText('Video saved');
    await screen.findByText(/^Recording starts in/);
    expect(screen.getByText('Question 1 of 2')).toBeTruthy();
    await press('Cancel');
    await press('Keep my answer');
    const [call] = calls(SAVE);
    expect(call?.body).not.toHaveProperty('isAddition');
    expect(screen.getByRole('button', { name: 'Next' })).not.toHaveProperty('ariaDisabled', 'true');
  });

  it('is added to once one of as many pieces as it can have was removed', async () => {
    const [first, ...others] = ['a', 'b'].map((id) => pieceOf(id, { sha256: id }));
    server.answers = [answerTo(1, { sha256: 'another', pieces: [first!, ...others] })];
    server.on('DELETE /api/videos/answer-1/pieces/b', () => {
      server.answers = [answerTo(1, { sha256: 'another', pieces: [first!] })];
      return { body: server.answers[0] };
    });
    server.on(SAVE, { status: 409, body: { code: 'too_many_pieces', message: 'Too many.' } });
    await open();
    await press('Previous');
    await recordAddition();
    await press('Use this recording');
    await screen.findByText(/^Not saved: this answer has \d+ recordings, and can have no more\./);
    await press('2 recordings in this answer');
    await press('Remove recording 2');
    await press('Remove');
    await screen.findByText('Removed.');
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Remove recording/ })).toBeNull());
    await press('Close');
    server.on(SAVE, { status: 201, body: answerTo(1) });
    await press('Use this recording');
    await screen.findAllByText('Video saved');
  });

  it('is played one piece after the other until it is one recording', async () => {
    server.answers = [inPieces(['a', 'b'], false)];
    await open();
    await press('Previous');
    await screen.findByText('Recording 1 of 2');
    const video = videoOf('Your answer');
    expect(video.src).toContain('/api/videos/piece/a');
    video.focus();
    fireEvent.ended(video);
    await screen.findByText('Recording 2 of 2');
    expect(video.src).toContain('/api/videos/piece/b');
    expect(video.autoplay).toBe(true);
    // Neither the keyboard nor the full screen is lost on the way.
    expect(document.activeElement).toBe(video);
    fireEvent.ended(video);
    await screen.findByText('Recording 1 of 2');
    expect(video.autoplay).toBe(false);
  });

  it.each([
    ['the piece itself', 3, 'Recording 1 of 2', 'a'],
    ['one before it', 1, 'Recording 2 of 2', 'c'],
  ])('is played on from a piece that is there when %s is removed', async (_, removed, said, played) => {
    const ids = ['a', 'b', 'c'];
    server.answers = [inPieces(ids, false)];
    server.on(`DELETE /api/videos/answer-1/pieces/${ids[removed - 1]}`, () => {
      server.answers = [inPieces(ids.toSpliced(removed - 1, 1), false)];
      return { body: server.answers[0] };
    });
    await open();
    await press('Previous');
    await screen.findByText('Recording 1 of 3');
    const video = videoOf('Your answer');
    fireEvent.ended(video);
    await screen.findByText('Recording 2 of 3');
    fireEvent.ended(video);
    await screen.findByText('Recording 3 of 3');
    await press('3 recordings in this answer');
    await press(`Remove recording ${removed}`);
    await press('Remove');
    await screen.findByText(said);
    expect(video.src).toContain(`/api/videos/piece/${played}`);
    // What is removed makes nothing else play behind the list.
    expect(video.autoplay).toBe(played === 'c');
  });

  it('has its pieces moved and removed, which is said', async () => {
    server.answers = [inPieces(['a', 'b', 'c'])];
    server.on('PUT /api/videos/answer-1/pieces', ({ body }) => {
      server.answers = [inPieces((body as OrderPiecesRequest).pieceIds)];
      return { body: server.answers[0] };
    });
    server.on('DELETE /api/videos/answer-1/pieces/c', () => {
      server.answers = [inPieces(['a', 'b'])];
      return { body: server.answers[0] };
    });
    await open();
    await press('Previous');
    await press('3 recordings in this answer');
    const later = screen.getByRole('button', { name: 'Play recording 3 later' });
    expect(later.getAttribute('aria-disabled')).toBe('true');
    await press('Play recording 3 earlier');
    await screen.findByText('Moved: it is number 2 of 3 now.');
    expect(calls('PUT /api/videos/answer-1/pieces')).toMatchObject([{ body: { pieceIds: ['a', 'c', 'b'] } }]);
    await press('Remove recording 2');
    await screen.findByRole('heading', { name: 'Remove this recording?' });
    await press('Remove');
    await screen.findByText('Removed.');
    expect(rows()).toHaveLength(2);
  });

  it('has one piece moved at a time: what is pressed before it has moved does nothing', async () => {
    const order = 'PUT /api/videos/answer-1/pieces';
    const { promise: isDue, resolve: reply } = Promise.withResolvers<void>();
    server.answers = [inPieces(['a', 'b', 'c'])];
    server.on(order, async ({ body }) => {
      await isDue;
      server.answers = [inPieces((body as OrderPiecesRequest).pieceIds)];
      return { body: server.answers[0] };
    });
    await open();
    await press('Previous');
    await press('3 recordings in this answer');
    const states = ['true', null, null, null, null, 'true'];
    expect(statesOfMoves()).toEqual(states);
    await press('Play recording 3 earlier');
    expect(statesOfMoves()).toEqual(Array(6).fill('true'));
    await press('Play recording 1 later');
    reply();
    await screen.findByText('Moved: it is number 2 of 3 now.');
    await waitFor(() => expect(statesOfMoves()).toEqual(states));
    expect(calls(order)).toHaveLength(1);
  });

  it('says when it was changed elsewhere, and shows what there is', async () => {
    server.answers = [inPieces(['a', 'b'])];
    server.on('PUT /api/videos/answer-1/pieces', () => {
      server.answers = [inPieces(['a', 'b', 'c'])];
      return { status: 409, body: { message: 'This answer was changed elsewhere.', code: 'pieces_changed' } };
    });
    await open();
    await press('Previous');
    await press('2 recordings in this answer');
    await press('Play recording 2 earlier');
    await screen.findAllByText('This answer was changed elsewhere.');
    await waitFor(() => expect(rows()).toHaveLength(3));
  });
});
