import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { AGREED_FRAGMENT } from '../../api/contract/consent.js';
import { ANNA, answerTo, CONSENT_GIVEN, UNCLAIMED } from '../testing/interview-server.js';
import { allowCamera, open, press, record, server, startRecorder, useInterview } from '../testing/interview-screen.js';

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
  });

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
