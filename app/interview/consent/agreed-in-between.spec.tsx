import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { AGREED_FRAGMENT, type Consent } from '../../../api/contract/consent/consent.js';
import { ANNA, answerTo, CONSENT_GIVEN, UNCLAIMED } from '../../testing/interview-server.js';
import {
  allowCamera,
  calls,
  camera,
  comeBack,
  followAgain,
  noteRecorders,
  open,
  passTime,
  press,
  record,
  server,
  startRecorder,
  useInterview,
} from '../../testing/interview-screen.js';

useInterview();

const NOT_YET = 'Not everything here is saved yet';
/** As the link at the end of the page does. */
const look = () =>
  act(async () => {
    location.hash = AGREED_FRAGMENT;
    await new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }));
  });

async function choosePhoto(): Promise<void> {
  await screen.findByRole('button', { name: 'Choose photos' });
  const picker = document.querySelector<HTMLInputElement>('input[type=file]')!;
  await userEvent.upload(picker, new File(['data'], 'garden.jpg', { type: 'image/jpeg' }));
  await userEvent.type(await screen.findByLabelText('Description (optional)'), 'Our garden');
}

describe('what they agreed to, looked at in the middle of something', () => {
  it('does not take the place of a recording that goes on', async () => {
    await open();
    await allowCamera();
    await startRecorder();
    await look();
    await screen.findByText(NOT_YET);
    expect(location.hash).toBe('');
    await press('Stop');
    await screen.findByRole('heading', { name: 'Review your recording' });
  });

  it('gives a recording back that this browser keeps', async () => {
    await open();
    await record();
    await look();
    await press('Go on with my story');
    await screen.findByRole('heading', { name: 'We kept your recording' });
    expect(screen.queryByText(NOT_YET)).toBeNull();
    expect(screen.queryByText(/open in another tab/)).toBeNull();
    await press('Watch');
    await screen.findByRole('heading', { name: 'Review your recording' });
  });

  it('says in words of the server that it was taken back, keeps the recording, and asks anew', async () => {
    await open();
    await record();
    const message = 'You took back your yes.';
    server.on('POST /api/uploads/start', { status: 409, body: { code: 'consent_missing', message } });
    server.on('GET /api/consent', { body: { ...CONSENT_GIVEN, recording: 'withdrawn' } });
    await press('Use this recording');
    await screen.findAllByText(`${message} It is still here.`);
    await screen.findByText('Not saved: there is no yes to being recorded. Your recording is still here.');
    screen.getByRole('link', { name: 'What I agreed to' });
    await press('Discard');
    await userEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Discard' }));
    await screen.findByRole('button', { name: 'What happens with it' });
    await waitFor(() => expect(camera.isOn).toBe(false));
  });

  it.each(['none', 'countdown', 'prompt'])(
    'turns the camera off once it is taken back elsewhere (%s)',
    async (begun) => {
      const recorders = noteRecorders();
      const { promise: isAllowed, resolve: allowNow } = Promise.withResolvers<void>();
      await open();
      if (begun === 'prompt') {
        const { getUserMedia } = navigator.mediaDevices;
        navigator.mediaDevices.getUserMedia = (wanted) => isAllowed.then(() => getUserMedia(wanted));
        await press('Allow Camera Access');
        await screen.findByText(/^Waiting for your answer/);
      } else await allowCamera();
      await waitFor(() => expect(recorders.every(({ state }) => state === 'inactive')).toBe(true));
      if (begun === 'countdown') await press('Record');
      if (begun === 'countdown') await screen.findByText(/^Recording starts in/);
      const tried = recorders.length;
      server.on('GET /api/consent', { body: { ...CONSENT_GIVEN, recording: 'withdrawn' } });
      followAgain();
      await screen.findByRole('button', { name: 'What happens with it' });
      allowNow();
      await waitFor(() => expect(camera.tracks).toHaveLength(2));
      await waitFor(() => expect(camera.isOn).toBe(false));
      passTime(3_000);
      expect(recorders).toHaveLength(tried);
      server.on('GET /api/consent', { body: CONSENT_GIVEN });
      followAgain();
      await allowCamera();
    },
  );

  it('gives photos back that were chosen, with their words', async () => {
    server.answers = [answerTo(1), answerTo(2)];
    await open();
    await choosePhoto();
    await look();
    await press('Go on with my story');
    await screen.findByDisplayValue('Our garden');
    expect(screen.queryByText(NOT_YET)).toBeNull();
  });
});

it('what was begun before, looked at after it was put off, gives photos back that were chosen', async () => {
  server.answers = [answerTo(1), answerTo(2)];
  server.on('GET /api/auth/user', { body: { ...ANNA, unclaimed: UNCLAIMED } });
  await open();
  await press('Decide later');
  await choosePhoto();
  await press('Is this yours?');
  await press('Decide later');
  await screen.findByDisplayValue('Our garden');
  expect(screen.queryByText(NOT_YET)).toBeNull();
});

const say = (consent: Consent) => server.on('GET /api/consent', { body: consent });
const arriveAtQuestion = async () => {
  const question = await screen.findByRole('heading', { name: 'Life before' });
  await waitFor(() => expect(document.activeElement).toBe(question));
};

describe('what a parent or guardian says while the page is open', () => {
  const ASKED: Consent = { ...CONSENT_GIVEN, recording: 'guardian_asked', guardian: 'm•••@example.org' };
  const GIVEN: Consent = { ...CONSENT_GIVEN, guardian: ASKED.guardian };
  const TOLD = 'Your parent or guardian said yes';

  it.each([
    ['with the next look', followAgain],
    ['when it is come back to', comeBack],
  ])('leads on to the question once it is a yes, %s, and leaves the camera off', async (_, lookAgain) => {
    say(ASKED);
    await open();
    await screen.findByText(/Nothing can be recorded before they say yes/);
    expect(screen.queryByText(TOLD)).toBeNull();
    say(GIVEN);
    lookAgain();
    await arriveAtQuestion();
    await screen.findAllByText(TOLD);
    await screen.findByRole('button', { name: 'Allow Camera Access' });
    expect(camera.asked).toEqual([]);
  });

  it('leads on from where it is looked at whether they have, and shows afterwards what was agreed to', async () => {
    say(ASKED);
    await open();
    await press('Read the questions first');
    await press('What happens with it');
    await screen.findByRole('heading', { name: 'We have asked' });
    say(GIVEN);
    comeBack();
    await arriveAtQuestion();
    await screen.findAllByText(TOLD);
    await look();
    await screen.findByRole('heading', { name: 'You said yes' });
  });

  it('opens the recorder where the questions are read already, and keeps the keyboard there', async () => {
    say(ASKED);
    await open();
    await press('Read the questions first');
    (await screen.findByRole('button', { name: 'What happens with it' })).focus();
    say(GIVEN);
    comeBack();
    await screen.findByRole('button', { name: 'Allow Camera Access' });
    await screen.findAllByText(TOLD);
    await arriveAtQuestion();
  });

  it('asks what is still to be asked before it leads on', async () => {
    say(ASKED);
    await open();
    await screen.findByRole('heading', { name: 'We have asked' });
    say({ ...GIVEN, transcription: { service: 'words.example', isAllowed: null } });
    comeBack();
    await screen.findByText(/words\.example is another company/);
    await screen.findAllByText(TOLD);
  });

  it('says so where it is a no', async () => {
    say(ASKED);
    await open();
    await screen.findByRole('heading', { name: 'We have asked' });
    say({ ...ASKED, recording: 'guardian_refused' });
    comeBack();
    await screen.findByRole('heading', { name: 'Your parent or guardian said no' });
    expect(screen.queryByText(TOLD)).toBeNull();
  });
});

it.each(['withdrawn', 'guardian_asked'] as const)(
  'a recording that goes on is not disturbed where another page says “%s”, and a yes after it',
  async (recording) => {
    await open();
    await allowCamera();
    await startRecorder();
    for (const consent of [{ ...CONSENT_GIVEN, recording }, CONSENT_GIVEN]) {
      const before = calls('GET /api/consent').length;
      server.on('GET /api/consent', { body: consent });
      comeBack();
      await waitFor(() => expect(calls('GET /api/consent').length).toBeGreaterThan(before));
      await act(async () => void (await fetch('/api/questions')));
      screen.getByRole('timer');
    }
    await press('Stop');
    await screen.findByRole('heading', { name: 'Review your recording' });
  },
);

it('offers no yes of their own any more where a guardian is asked, and the mail could not be sent', async () => {
  server.on('GET /api/consent', { body: { ...CONSENT_GIVEN, recording: 'none', version: null } });
  server.on('POST /api/consent/guardian', () => {
    server.on('GET /api/consent', { body: { ...CONSENT_GIVEN, recording: 'guardian_asked' } });
    return { status: 503, body: { code: 'mail_failed', message: 'The mail could not be sent.' } };
  });
  await open();
  await press('I am under 18');
  await userEvent.type(await screen.findByRole('textbox', { name: 'Their e-mail' }), 'mother@example.org');
  await press('Send the mail');
  await waitFor(() => expect(calls('GET /api/consent')).toHaveLength(2));
  await screen.findByDisplayValue('mother@example.org');
  await press('Back');
  await screen.findByRole('heading', { name: 'A parent or guardian decides' });
  expect(screen.queryByRole('button', { name: /I am 18 or older/ })).toBeNull();
});
