import 'fake-indexeddb/auto';
import { jest } from '@jest/globals';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type Consent, PHOTOS_CONSENT, WORDS_CONSENT } from '../../../api/contract/consent/consent.js';
import { PRIVACY } from '../../../api/contract/consent/privacy.js';
import { toastStore } from '../../shared/ui/toast-store.js';
import { FakeCamera } from '../../testing/fake-camera.js';
import { ANNA, CONSENT_GIVEN, InterviewServer } from '../../testing/interview-server.js';
import InterviewIsland from '../interview.island.js';

const NOTHING_SAID: Consent = { recording: 'none', version: null, guardian: null, transcription: null, sound: null };
const { version } = PRIVACY;
const NOT_SENT = 'The mail could not be sent. Please try again.';
const allowsWords = (isAllowed: boolean): Consent => ({
  ...CONSENT_GIVEN,
  transcription: { service: 'words.example', isAllowed },
});
let server: InterviewServer;
let camera: FakeCamera;

beforeEach(() => {
  server = new InterviewServer();
  camera = new FakeCamera().install();
});
afterEach(() => {
  cleanup();
  toastStore.clear();
  return server.close();
});

const open = async (consent: Consent, address = '/') => {
  server.on('GET /api/consent', { body: consent });
  await server.open(address);
  render(<InterviewIsland documentaryUrl={null} />);
};
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
/** Another question stands in place of the one that had the button. */
const arriveAt = async (name: string) => {
  const heading = await screen.findByRole('heading', { name });
  await waitFor(() => expect(document.activeElement).toBe(heading));
};
const sent = (call: string) => server.received.filter((received) => received.call === call).map(({ body }) => body);

describe('before the first recording', () => {
  it('says what happens and what does not, and goes on with one press', async () => {
    await open(NOTHING_SAID);
    const heading = await screen.findByRole('heading', { name: 'Before you begin' });
    expect(document.activeElement).toBe(heading);
    for (const words of [...PRIVACY.text.recording.happens, ...PRIVACY.text.recording.happensNot])
      screen.getByText(words);
    screen.getByText('You can stop or take it back at any time.');
    expect(screen.queryByRole('checkbox')).toBeNull();
    server.on('POST /api/consent/recording', { body: CONSENT_GIVEN });
    await press('Yes, I agree. I am 18 or older');
    // The camera is asked for without another press.
    await screen.findByText('Ready when you are');
    expect(sent('POST /api/consent/recording')).toEqual([{ answer: 'yes', version }]);
  });

  it.each(['granted', 'denied'] as const)(
    'leaves the camera off where its browser has it as %s',
    async (permission) => {
      await open(NOTHING_SAID);
      camera.permission = permission;
      const query = jest.spyOn(navigator.permissions, 'query');
      server.on('POST /api/consent/recording', { body: CONSENT_GIVEN });
      await press('Yes, I agree. I am 18 or older');
      await screen.findByRole('button', { name: 'Allow Camera Access' });
      await waitFor(() => expect(query).toHaveBeenCalled());
      await fetch('/api/questions');
      expect(camera.asked).toEqual([]);
      await press('Allow Camera Access');
      await screen.findByText('Ready when you are');
    },
  );

  it('can be listened to where there is a sound file', async () => {
    await open({ ...NOTHING_SAID, sound: '/api/consent/sound?of=1' });
    const player = await screen.findByLabelText('You can also have it read aloud.', { selector: 'audio' });
    expect(player.getAttribute('src')).toBe('/api/consent/sound?of=1');
    expect((player as HTMLAudioElement).autoplay).toBe(false);
    cleanup();
    await open(NOTHING_SAID);
    await screen.findByRole('heading', { name: 'Before you begin' });
    expect(document.querySelector('audio')).toBeNull();
  });

  it('never keeps anybody from reading the questions, but from the camera', async () => {
    await open(NOTHING_SAID);
    await press('Read the questions first');
    await screen.findByRole('heading', { name: 'Life before' });
    expect(screen.queryByRole('button', { name: 'Allow Camera Access' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Other ways to answer' })).toBeNull();
    await press('What happens with it');
    await screen.findByRole('heading', { name: 'Before you begin' });
  });

  it('asks a parent or guardian for whoever is under 18', async () => {
    await open(NOTHING_SAID);
    await press('I am under 18');
    await arriveAt('Ask a parent or guardian');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Their e-mail' }), 'mother@example.org');
    server.on('POST /api/consent/guardian', {
      body: { ...NOTHING_SAID, recording: 'guardian_asked', guardian: 'm•••@example.org' },
    });
    await press('Send the mail');
    await screen.findByText(/We wrote to m•••@example.org/);
    expect(sent('POST /api/consent/guardian')).toEqual([{ email: 'mother@example.org', version }]);
    await press('Read the questions first');
    await screen.findByRole('heading', { name: 'Life before' });
    screen.getByText('We have asked your parent or guardian. You can record once they have said yes.');
    expect(screen.queryByRole('button', { name: 'Allow Camera Access' })).toBeNull();
  });

  it.each(['Yes, I agree. I am 18 or older', 'Read the questions first'])(
    'leads the keyboard to the question after “%s”',
    async (pressed) => {
      await open(NOTHING_SAID);
      server.on('POST /api/consent/recording', { body: CONSENT_GIVEN });
      (await screen.findByRole('button', { name: pressed })).focus();
      await userEvent.keyboard('{Enter}');
      const question = await screen.findByRole('heading', { name: 'Life before' });
      await waitFor(() => expect(document.activeElement).toBe(question));
    },
  );

  it('says beside the field that the e-mail of a parent or guardian is none, and sends nothing', async () => {
    await open(NOTHING_SAID);
    await press('I am under 18');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Their e-mail' }), 'mother');
    await press('Send the mail');
    const field = screen.getByRole('textbox', { name: 'Their e-mail', description: /^Please check this e-mail/ });
    expect(document.activeElement).toBe(field);
    expect(sent('POST /api/consent/guardian')).toEqual([]);
    await userEvent.type(field, '@example.org');
    expect(screen.queryByText(/^Please check this e-mail/)).toBeNull();
  });

  it('takes a no, which keeps the camera off, and a yes after it', async () => {
    await open(NOTHING_SAID);
    server.on('POST /api/consent/recording', { body: { ...NOTHING_SAID, recording: 'refused' } });
    await press('No, do not record me');
    const heading = await screen.findByRole('heading', { name: 'You said no' });
    await waitFor(() => expect(document.activeElement).toBe(heading));
    screen.getByText('Nothing new is kept. What is there stays until you take it back on “My story”.');
    expect(sent('POST /api/consent/recording')).toEqual([{ answer: 'no', version }]);
    server.on('POST /api/consent/recording', { body: CONSENT_GIVEN });
    await press('Yes, I agree. I am 18 or older');
    await screen.findByText('Ready when you are');
  });

  it('can ask at another e-mail while a parent or guardian has not answered', async () => {
    await open({ ...NOTHING_SAID, recording: 'guardian_asked', guardian: 'm•••@example.org' });
    await screen.findByRole('heading', { name: 'We have asked' });
    await press('Ask at another e-mail');
    await arriveAt('Ask a parent or guardian');
    screen.getByRole('textbox', { name: 'Their e-mail' });
    await press('Back');
    await arriveAt('We have asked');
  });

  it('does not say that a parent or guardian was asked where no mail has reached one', async () => {
    await open({ ...NOTHING_SAID, recording: 'guardian_asked', guardian: null });
    await screen.findByRole('heading', { name: 'A parent or guardian decides' });
    expect(screen.queryByText(/We wrote/)).toBeNull();
    await press('Ask a parent or guardian');
    await screen.findByRole('textbox', { name: 'Their e-mail' });
  });

  it('leaves the questions to be read where a parent or guardian said no', async () => {
    await open({ ...NOTHING_SAID, recording: 'guardian_refused' });
    await screen.findByRole('heading', { name: 'Your parent or guardian said no' });
    expect(screen.queryByRole('button', { name: /agree/ })).toBeNull();
    await press('Read the questions first');
    await screen.findByRole('heading', { name: 'Life before' });
    expect(screen.queryByRole('button', { name: 'Allow Camera Access' })).toBeNull();
  });

  it('says when that did not work, and nothing is lost', async () => {
    await open(NOTHING_SAID);
    server.on('POST /api/consent/recording', {
      status: 409,
      body: { message: 'These words have changed.', code: 'x' },
    });
    await press('Yes, I agree. I am 18 or older');
    await screen.findByText('These words have changed.');
    screen.getByRole('heading', { name: 'Before you begin' });
    // What no reply came to may have been done.
    server.on('POST /api/consent/recording', 'cut');
    await press('Yes, I agree. I am 18 or older');
    await screen.findByText('That did not work just now. Please try again.');
  });

  it('lets somebody write who said no to being recorded, once they have said yes to that', async () => {
    const refused: Consent = { ...NOTHING_SAID, recording: 'refused' };
    await open(refused);
    await screen.findByText(WORDS_CONSENT.text);
    server.on('POST /api/consent/words', { body: { ...refused, words: true } });
    await press('Yes, keep what I write');
    await screen.findByRole('heading', { name: 'Life before' });
    const write = screen.getByRole('button', { name: 'Write it instead' });
    // What the quiet way keeps in view.
    expect(write.closest('[data-way-out]')).not.toBeNull();
    expect(screen.queryByRole('button', { name: 'Allow Camera Access' })).toBeNull();
    expect(sent('POST /api/consent/words')).toEqual([{ answer: 'yes', version }]);
  });

  it('lets somebody add photos who said no to being recorded, once they have said yes to that', async () => {
    const refused: Consent = { ...NOTHING_SAID, recording: 'refused' };
    await open(refused);
    await screen.findByText(PHOTOS_CONSENT.text);
    server.on('POST /api/consent/photos', { body: { ...refused, photos: true } });
    await press('Yes, keep my photos');
    await screen.findByRole('heading', { name: 'Life before' });
    expect(screen.queryByRole('button', { name: 'Allow Camera Access' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Write it instead' })).toBeNull();
    expect(sent('POST /api/consent/photos')).toEqual([{ answer: 'yes', version }]);
  });

  it('takes no words of whoever has not said yes to that', async () => {
    await open({ ...NOTHING_SAID, recording: 'refused' });
    await press('Read the questions first');
    await screen.findByRole('heading', { name: 'Life before' });
    expect(screen.queryByRole('button', { name: 'Write it instead' })).toBeNull();
  });

  it('asks by itself whether another company may turn speech into words', async () => {
    await open({ ...CONSENT_GIVEN, transcription: { service: 'words.example', isAllowed: null } });
    await screen.findByText(/words.example is another company/);
    server.on('POST /api/consent/transcription', {
      body: { ...CONSENT_GIVEN, transcription: { service: 'words.example', isAllowed: false } },
    });
    await press('No, thank you');
    await screen.findByText('Ready when you are');
    expect(sent('POST /api/consent/transcription')).toEqual([{ answer: 'no', version }]);
  });

  it('goes on as well where that company may', async () => {
    await open({ ...CONSENT_GIVEN, transcription: { service: 'words.example', isAllowed: null } });
    server.on('POST /api/consent/transcription', {
      body: { ...CONSENT_GIVEN, transcription: { service: 'words.example', isAllowed: true } },
    });
    await press('Yes, it may');
    await screen.findByText('Ready when you are');
    expect(sent('POST /api/consent/transcription')).toEqual([{ answer: 'yes', version }]);
  });

  it('says when what was agreed to cannot be looked up, and tries again', async () => {
    server.on('GET /api/consent', { status: 500 });
    await server.open('/');
    render(<InterviewIsland documentaryUrl={null} />);
    await screen.findByText('We could not look up what you agreed to. Please try again.');
    server.on('GET /api/consent', { body: CONSENT_GIVEN });
    await press('Try Again');
    await screen.findByRole('button', { name: 'Allow Camera Access' });
  });
});

describe('later', () => {
  it('asks nothing twice, and nothing of whoever has submitted', async () => {
    server.on('GET /api/auth/user', { body: { ...ANNA, status: 'submitted' } });
    await open(NOTHING_SAID);
    await screen.findByRole('heading', { name: 'Thank You!' });
  });

  it('asks whoever is asked anew, also once they have submitted, and thanks them then', async () => {
    server.on('GET /api/auth/user', { body: { ...ANNA, status: 'submitted' } });
    await open({ ...NOTHING_SAID, isAskedAnew: true });
    await arriveAt('Before you begin');
    server.on('POST /api/consent/recording', { body: CONSENT_GIVEN });
    await press('Yes, I agree. I am 18 or older');
    await screen.findByRole('heading', { name: 'Thank You!' });
  });

  it('asks whoever is asked anew, and has submitted, all there is to ask, and says what failed', async () => {
    server.on('GET /api/auth/user', { body: { ...ANNA, status: 'submitted' } });
    await open({ ...NOTHING_SAID, isAskedAnew: true });
    await arriveAt('Before you begin');
    const asked: Consent = { ...NOTHING_SAID, recording: 'guardian_asked', guardian: 'm•••@example.org' };
    server.on('POST /api/consent/guardian', { status: 503, body: { code: 'mail_not_sent', message: NOT_SENT } });
    server.on('GET /api/consent', { body: asked });
    await press('I am under 18');
    await userEvent.type(await screen.findByRole('textbox'), 'mother@example.org');
    await press('Send the mail');
    await screen.findByText(NOT_SENT);
    server.on('POST /api/consent/guardian', { body: asked });
    await press('Send the mail');
    await screen.findByRole('heading', { name: 'We have asked' });
  });

  it('asks nobody anew of a story that is withdrawn', async () => {
    const withdrawnAt = '2026-03-06T12:00:00.000Z';
    server.on('GET /api/auth/user', { body: { ...ANNA, status: 'submitted', withdrawnAt } });
    await open({ ...NOTHING_SAID, isAskedAnew: true });
    await screen.findByRole('heading', { name: 'Your story is withdrawn' });
  });

  it('promises no film to whoever has submitted and whose guardian has said no since', async () => {
    server.on('GET /api/auth/user', { body: { ...ANNA, status: 'submitted' } });
    await open({ ...NOTHING_SAID, recording: 'guardian_refused', guardian: 'm•••@example.org' });
    await screen.findByRole('heading', { name: 'Thank You!' });
    screen.getByText(/^Your parent or guardian said no, so nothing of your story is shown\./);
    expect(screen.queryByText(/Our producers/)).toBeNull();
    expect(screen.queryByRole('button', { name: 'Reopen my story' })).toBeNull();
  });

  it('is taken back with one press', async () => {
    await open(CONSENT_GIVEN, '/#agreed');
    await screen.findByRole('heading', { name: 'You said yes' });
    screen.getByText('You can record, add photos and write. You can take it back at any time.');
    server.on('POST /api/consent/recording', { body: { ...CONSENT_GIVEN, recording: 'withdrawn' } });
    await press('Take it back');
    await screen.findByRole('heading', { name: 'You said no' });
    screen.getByText(/^Nothing new is kept\./);
    expect(screen.queryByText(/^You can record/)).toBeNull();
    await waitFor(() => expect(sent('POST /api/consent/recording')).toEqual([{ answer: 'no', version }]));
    expect(location.hash).toBe('');
  });

  it('may turn speech into words no more, and again, each by one press that is named for it', async () => {
    await open(allowsWords(true), '/#agreed');
    await screen.findByText(/words\.example is another company/);
    server.on('POST /api/consent/transcription', { body: allowsWords(false) });
    await press(`Take it back (${PRIVACY.text.transcription.heading})`);
    await screen.findByRole('button', { name: 'Yes, it may' });
    server.on('POST /api/consent/transcription', { body: allowsWords(true) });
    await press('Yes, it may');
    await screen.findByRole('button', { name: `Take it back (${PRIVACY.text.transcription.heading})` });
    screen.getByRole('button', { name: 'Take it back' });
    expect(sent('POST /api/consent/transcription')).toEqual([
      { answer: 'no', version },
      { answer: 'yes', version },
    ]);
    expect(sent('POST /api/consent/recording')).toEqual([]);
  });

  it.each([
    ['words', 'Do not keep what I write any more', 'Yes, keep what I write'],
    ['photos', 'Do not keep photos any more', 'Yes, keep my photos'],
  ] as const)('keeps no %s any more after one press', async (what, no, yes) => {
    const refused: Consent = { ...NOTHING_SAID, recording: 'refused', words: true, photos: true };
    await open(refused, '/#agreed');
    server.on(`POST /api/consent/${what}`, { body: { ...refused, [what]: false } });
    await press(no);
    await screen.findByRole('button', { name: yes });
    await arriveAt('You said no');
    expect(sent(`POST /api/consent/${what}`)).toEqual([{ answer: 'no', version }]);
  });
});
