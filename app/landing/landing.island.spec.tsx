import { jest } from '@jest/globals';
import 'fake-indexeddb/auto';
import { render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { IDBFactory } from 'fake-indexeddb';
import { LocalDraftStore } from '../interview/local-drafts/local-draft-store.js';
import { consumeWantedQuestion } from '../interview/wanted-question.js';
import { toastStore } from '../shared/ui/toast-store.js';
import { comeBack } from '../testing/leaving.js';
import { ScreenServer } from '../testing/screen-server.js';
import LandingIsland from './landing.island.js';

const QUESTIONS = [
  { id: 1, sequence: 1, title: 'Life before', text: 'What did you love?', starterPhrase: 'Before ME/CFS I loved to' },
];
const LINK = { maskedEmail: 'a•••@example.org', isSignedIn: false, isEmailProven: true };
let server: ScreenServer;

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory();
  server = new ScreenServer();
  visited.length = 0;
  localStorage.clear();
  server.on('GET /api/progress-stats', { body: { totalUsers: 30, completedInterviews: 12, goalStories: 120 } });
  server.on('GET /api/auth/device', { body: { keptUnder: null } });
});
afterEach(() => {
  toastStore.clear();
  return server.close();
});

const open = async (address: string) => {
  await server.open(address);
  render(
    <>
      <LandingIsland questions={QUESTIONS} />
      <div data-known-device />
    </>,
  );
};
const endOfPage = () => document.querySelector('[data-known-device]')!;
const button = (name: string) => screen.getByRole('button', { name });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const field = (name: string) => screen.getByRole('textbox', { name });
const calls = (call: string) => server.received.filter((received) => received.call === call);
const fillIn = async () => {
  await userEvent.type(field('First name'), ' Anna ');
  await userEvent.type(field('Last name'), 'Berg');
  await userEvent.type(field('E-mail'), 'anna@example.org');
};
const resume = async () => {
  await open('/#resume');
  await userEvent.type(field('E-mail'), ' anna@example.org ');
  await press('Resume Interview');
};

describe('the landing page', () => {
  it('closes at Back the dialog that a link opened', async () => {
    await open('/');
    location.hash = '#get-started';
    await screen.findByRole('dialog');
    await waitFor(() => expect(location.hash).toBe(''));
    history.back();
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('leaves no place in the history of a dialog that a link opened, once its button closes it', async () => {
    await open('/');
    const went = jest.fn();
    location.hash = '#get-started';
    await screen.findByRole('dialog');
    await waitFor(() => expect(location.hash).toBe(''));
    addEventListener('popstate', went);
    await press('Close');
    expect(screen.queryByRole('dialog')).toBeNull();
    await waitFor(() => expect(went).toHaveBeenCalledTimes(1));
    expect([location.pathname, history.state]).toEqual(['/', null]);
    removeEventListener('popstate', went);
  });

  it('goes back nowhere where the address itself has opened the dialog', async () => {
    const back = jest.spyOn(history, 'back');
    await open('/#get-started');
    await screen.findByRole('dialog');
    await press('Close');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(back).not.toHaveBeenCalled();
    back.mockRestore();
  });

  it('shows how far the archive is, and opens no dialog by itself', async () => {
    await open('/');
    const bars = await screen.findAllByRole('progressbar');
    expect(bars.map((bar) => bar.getAttribute('value'))).toEqual(['25', '10']);
    expect(bars[0]?.getAttribute('aria-label')).toBe('30 of 120 stories started');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows no bars where the figures cannot be had', async () => {
    server.on('GET /api/progress-stats', { status: 500 });
    await open('/#questions');
    await screen.findByRole('dialog');
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it('previews the questions, takes the fragment out of the address, and goes on to the start', async () => {
    await open('/#questions');
    expect(await screen.findByRole('heading', { name: 'Life before' })).toBeTruthy();
    expect(location.hash).toBe('');
    await press('Start Interview');
    expect(screen.getByRole('dialog', { name: 'Get Started - Enter Your Information' })).toBeTruthy();
  });

  it('opens a dialog for a link on the page, and closes it again', async () => {
    await open('/');
    location.hash = '#resume';
    const dialog = await screen.findByRole('dialog', { name: 'Resume Your Interview' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('keeps which question somebody chose, until they are signed in', async () => {
    await open('/#question=3');
    await screen.findByRole('dialog', { name: 'Resume Your Interview' });
    expect([location.hash, consumeWantedQuestion('')]).toEqual(['', 3]);
  });

  it('offers to forget a browser that is known as somebody’s, and says when it is forgotten', async () => {
    server.on('GET /api/auth/device', { body: { id: 'anna', keptUnder: ['anna'] } });
    server.on('POST /api/auth/forget-device', { status: 204 });
    await open('/');
    const region = await screen.findByRole('region', { name: 'This device' });
    // What comes late moves nothing that stands on the page.
    expect(region.parentElement).toBe(endOfPage());
    await press('Forget this device');
    const question = await screen.findByRole('alertdialog');
    expect(question.textContent).toContain('No recording is lost.');
    server.on('GET /api/auth/device', { body: { keptUnder: null } });
    await userEvent.click(within(question).getByRole('button', { name: 'Forget this device' }));
    await screen.findAllByText('This device is forgotten');
    expect(screen.queryByRole('region', { name: 'This device' })).toBeNull();
  });

  it('says before it forgets a browser that words would be lost, and keeps none of its person', async () => {
    server.on('GET /api/auth/device', { body: { id: 'anna', keptUnder: ['anna', 'apart'] } });
    server.on('POST /api/auth/forget-device', { status: 204 });
    for (const key of ['anna:1', 'apart:2', 'bea:1']) {
      localStorage.setItem(`written-answer:${key}`, JSON.stringify({ text: 'Mine', revision: 0, sent: null }));
    }
    await open('/');
    await press('Forget this device');
    const question = await screen.findByRole('alertdialog');
    expect(question.textContent).toContain('Written words that are not sent yet would be lost.');
    await userEvent.click(within(question).getByRole('button', { name: 'Forget this device' }));
    await screen.findAllByText('This device is forgotten');
    expect(Object.keys(localStorage)).toEqual(['written-answer:bea:1']);
  });

  it('says before it forgets a browser that a recording would be lost, also one that the server looks through', async () => {
    server.on('GET /api/auth/device', { body: { id: 'anna', keptUnder: ['anna'] } });
    const about = {
      origin: 'recorded',
      filename: 'take.webm',
      mimeType: 'video/webm',
      recordedAt: new Date(),
    } as const;
    const kept = { durationSeconds: 1, pieces: 1, bytes: 4, isWhole: true, isStored: true, uploadId: undefined };
    const draft = { ...about, ...kept, use: 'over', participantId: 'anna', questionId: 1, id: 'one' } as const;
    await new LocalDraftStore().write(draft, new Uint8Array(4).buffer);
    await open('/');
    await press('Forget this device');
    const question = await screen.findByRole('alertdialog');
    expect(question.textContent).toContain('One recording in this browser is not saved yet: it would be lost.');
  });

  it.each([
    ['anna', 'heldDraftTold=true'],
    ['anna=one,two', 'heldDraftTold=one%2Ctwo'],
    ['bea', ''],
  ])('says with it whether a recording was told of: of %s', async (told, said) => {
    server.on('GET /api/auth/device', { body: { id: 'anna', keptUnder: ['anna', 'apart'] } });
    server.on('POST /api/auth/forget-device', { status: 204 });
    localStorage.setItem('held-draft-told', told);
    await open('/');
    await press('Forget this device');
    const question = await screen.findByRole('alertdialog');
    await userEvent.click(within(question).getByRole('button', { name: 'Forget this device' }));
    await screen.findAllByText('This device is forgotten');
    expect(calls('POST /api/auth/forget-device').map(({ query }) => query.toString())).toEqual([said]);
  });

  it('asks to forget a browser for whom it was known as the page was opened, and for nobody else', async () => {
    server.on('GET /api/auth/device', { body: { id: 'anna', keptUnder: ['anna'] } });
    server.on('POST /api/auth/forget-device', { status: 204 });
    for (const key of ['pending-submission', 'held-draft-told']) localStorage.setItem(key, 'anna bea');
    await open('/');
    await press('Forget this device');
    server.session = 'bea';
    server.on('GET /api/auth/device', { body: { id: 'bea', keptUnder: ['bea'] } });
    const question = await screen.findByRole('alertdialog');
    await userEvent.click(within(question).getByRole('button', { name: 'Forget this device' }));
    await screen.findAllByText('This device is forgotten');
    expect(calls('POST /api/auth/forget-device')).toEqual([]);
    for (const key of ['pending-submission', 'held-draft-told']) expect(localStorage.getItem(key)).toBe('bea');
  });
});

describe('the Start dialog', () => {
  it('registers, says that it does, and goes where the server says', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    server.on('POST /api/register', async () => {
      await promise;
      return { status: 201, body: { user: {}, nextUrl: 'https://forms.example.org/#contact_email=a' } };
    });
    await open('/#get-started');
    await fillIn();
    await press('Start Interview');
    await userEvent.click(await screen.findByRole('button', { name: 'Starting...' }));
    resolve();
    await waitFor(() => expect(visited).toEqual(['https://forms.example.org/#contact_email=a']));
    expect(calls('POST /api/register').map(({ body }) => body)).toEqual([
      { firstName: 'Anna', lastName: 'Berg', email: 'anna@example.org', tag: false },
    ]);
  });

  it('is filled in by the browser that keeps names and addresses', async () => {
    await open('/#get-started');
    expect(field('First name')).toHaveProperty('autocomplete', 'given-name');
    expect(field('Last name')).toHaveProperty('autocomplete', 'family-name');
    expect(field('E-mail')).toHaveProperty('autocomplete', 'email');
  });

  it('asks for handles only where tagging is ticked, and sends them', async () => {
    server.on('POST /api/register', { status: 201, body: { user: {}, nextUrl: '/' } });
    await open('/#get-started');
    await fillIn();
    expect(screen.queryByRole('textbox', { name: /Instagram/ })).toBeNull();
    await userEvent.click(screen.getByRole('checkbox', { name: 'Tag me on social media' }));
    await userEvent.type(field('Instagram handle (optional)'), '@anna');
    await press('Start Interview');
    const registration = { tag: true, instagram: '@anna', tiktok: '' };
    await waitFor(() => expect(calls('POST /api/register')[0]?.body).toMatchObject(registration));
  });

  it('says beside each field what is missing, and sends nothing', async () => {
    await open('/#get-started');
    await userEvent.type(field('E-mail'), 'anna');
    await press('Start Interview');
    await screen.findByText('Please enter your first name.');
    expect(screen.getByText('Please enter your last name.')).toBeTruthy();
    expect(field('E-mail').getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText(/it should look like name@example.com/)).toBeTruthy();
    expect(calls('POST /api/register')).toEqual([]);
  });

  it('leads somebody who is registered already to Resume, with the e-mail', async () => {
    const body = { message: 'This e-mail is already registered.', code: 'known' };
    server.on('POST /api/register', { status: 409, body });
    await open('/#get-started');
    await fillIn();
    await press('Start Interview');
    await screen.findAllByText('Email Already Registered');
    await press('Resume Interview');
    expect(screen.getByRole('dialog', { name: 'Resume Your Interview' })).toBeTruthy();
    expect(field('E-mail')).toHaveProperty('value', 'anna@example.org');
  });

  it('keeps what was written when the connection is cut, and can send it again', async () => {
    server.on('POST /api/register', 'cut');
    await open('/#get-started');
    await fillIn();
    await press('Start Interview');
    await screen.findByText('Nothing was saved yet. What you wrote is still here.');
    expect(field('Last name')).toHaveProperty('value', 'Berg');
    server.on('POST /api/register', { status: 201, body: { user: {}, nextUrl: '/' } });
    await press('Start Interview');
    await screen.findByRole('button', { name: 'Starting...' });
    await waitFor(() => expect(visited).toEqual(['/']));
  });

  it('registers again whoever comes back to the page that was left', async () => {
    server.on('POST /api/register', { status: 201, body: { user: {}, nextUrl: 'https://forms.example.org/' } });
    await open('/#get-started');
    await fillIn();
    await press('Start Interview');
    await waitFor(() => expect(visited).toHaveLength(1));
    expect(button('Starting...')).toBeTruthy();
    comeBack();
    await userEvent.type(field('E-mail'), '.au');
    await press('Start Interview');
    await waitFor(() => expect(visited).toHaveLength(2));
    expect(calls('POST /api/register').at(-1)?.body).toMatchObject({ email: 'anna@example.org.au' });
  });
});

describe('the Resume dialog', () => {
  it('goes on where the server says', async () => {
    server.on('POST /api/resume-interview', { body: { nextQuestionUrl: '/resume?sent=1' } });
    await resume();
    await screen.findByRole('button', { name: 'Finding...' });
    await waitFor(() => expect(visited).toEqual(['/resume?sent=1']));
    expect(calls('POST /api/resume-interview')[0]?.body).toEqual({ email: 'anna@example.org' });
  });

  it('looks again for whoever comes back to the page that was left, and says nothing before', async () => {
    server.on('POST /api/resume-interview', { body: { nextQuestionUrl: '/resume?sent=1' } });
    await resume();
    await waitFor(() => expect(visited).toHaveLength(1));
    expect(button('Finding...')).toBeTruthy();
    comeBack();
    expect(screen.queryByText(/your interview is complete/)).toBeNull();
    await userEvent.clear(field('E-mail'));
    await userEvent.type(field('E-mail'), 'ben@example.org');
    await press('Resume Interview');
    await waitFor(() => expect(visited).toEqual(['/resume?sent=1', '/resume?sent=1']));
    expect(calls('POST /api/resume-interview').at(-1)?.body).toEqual({ email: 'ben@example.org' });
  });

  it('says when nothing is left to do', async () => {
    server.on('POST /api/resume-interview', { body: { message: 'Done', isLinkSent: true } });
    await resume();
    await screen.findAllByText('Interview Complete');
    await screen.findByText(/your interview is complete. Thank you! We have sent a link/);
    expect(button('Resume Interview')).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'My story' })).toBeNull();
  });

  it('asks for a link back to “My story” for whoever comes from there', async () => {
    server.on('POST /api/resume-interview', { body: { nextQuestionUrl: '/resume?sent=1' } });
    await open('/#my-story');
    await screen.findByRole('dialog', { name: 'Resume Your Interview' });
    await userEvent.type(screen.getByRole('textbox', { name: 'E-mail' }), 'anna@example.org');
    await press('Resume Interview');
    await waitFor(() => expect(visited).toEqual(['/resume?sent=1']));
    expect(calls('POST /api/resume-interview').map(({ body }) => body)).toEqual([
      { email: 'anna@example.org', aim: 'my-story' },
    ]);
  });

  it('leads to what was told where the browser was known, and its person is signed in', async () => {
    server.on('POST /api/resume-interview', { body: { message: 'Done', isSignedIn: true } });
    await resume();
    expect(await screen.findByRole('link', { name: 'My story' })).toHaveProperty('pathname', '/my-story');
    expect(visited).toEqual([]);
  });

  it.each([
    [404, { message: 'No user found with that email address.' }, /We know no interview with this e-mail address/],
    [429, { message: 'Please try again in 9 minutes.' }, /in 9 minutes. Nothing is lost by waiting/],
    [500, undefined, /We could not look for your interview just now/],
  ])('tells %i in words that stay', async (status, body, words) => {
    server.on('POST /api/resume-interview', { status, body });
    await resume();
    await screen.findAllByText('User Not Found');
    await screen.findByText(words);
    expect(visited).toEqual([]);
  });

  it('sends nothing without an e-mail, and has a way to choose the step oneself', async () => {
    await open('/#resume');
    await press('Resume Interview');
    await screen.findByText('Please enter your e-mail address.');
    expect(calls('POST /api/resume-interview')).toEqual([]);
    expect(screen.getByRole('link', { name: /choose the step/ })).toHaveProperty('pathname', '/resume');
  });
});

describe('a mailed link on the landing page', () => {
  it('says for whom it is, and signs in only when the button is pressed', async () => {
    server.on('POST /api/auth/link/preview', { body: LINK });
    server.on('POST /api/auth/link', { body: { nextUrl: '/' } });
    await open('/#signin=t0ken');
    await screen.findByText('a•••@example.org');
    expect(location.hash).toBe('');
    expect(calls('POST /api/auth/link')).toEqual([]);
    await press('Sign in and continue');
    await waitFor(() => expect(visited).toEqual(['/']));
    expect(calls('POST /api/auth/link')[0]?.body).toEqual({ token: 't0ken' });
  });

  it('can be pressed by whoever comes back to the page that was left', async () => {
    server.on('POST /api/auth/link/preview', { body: LINK });
    server.on('POST /api/auth/link', { body: { nextUrl: 'https://forms.example.org/' } });
    await open('/#signin=t0ken');
    await press('Sign in and continue');
    await waitFor(() => expect(visited).toHaveLength(1));
    expect(button('Signing in...')).toBeTruthy();
    comeBack();
    server.on('POST /api/auth/link', { status: 410, body: { message: 'Used', code: 'link_gone' } });
    await press('Sign in and continue');
    await screen.findByText(/This link does not work any more/);
  });

  it('says when it was used up meanwhile, and leads to a new one', async () => {
    server.on('POST /api/auth/link/preview', { body: LINK });
    server.on('POST /api/auth/link', { status: 410, body: { message: 'Used', code: 'link_gone' } });
    await open('/#signin=t0ken');
    await screen.findByText('a•••@example.org');
    await press('Sign in and continue');
    await screen.findByText(/This link does not work any more/);
    await press('Ask for a new link');
    expect(screen.getByRole('dialog', { name: 'Resume Your Interview' })).toBeTruthy();
  });

  it('has expired from the start', async () => {
    server.on('POST /api/auth/link/preview', { status: 410, body: { message: 'Gone', code: 'link_gone' } });
    await open('/#signin=old');
    await screen.findByText(/This link does not work any more/);
    expect(screen.queryByRole('button', { name: 'Sign in and continue' })).toBeNull();
  });

  it('can be looked at again when the server could not be asked', async () => {
    server.on('POST /api/auth/link/preview', 'cut');
    await open('/#signin=t0ken');
    await screen.findByText('We could not check your link just now. It has not been used up.');
    server.on('POST /api/auth/link/preview', { body: LINK });
    await press('Try Again');
    await screen.findByText('a•••@example.org');
  });
});
