import { jest } from '@jest/globals';
import { cleanup, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { ANNA, CONSENT_GIVEN, UNCLAIMED } from '../testing/interview-server.js';
import {
  drafts,
  open,
  press,
  record,
  recordUnseen,
  server,
  slowLine,
  useInterview,
} from '../testing/interview-screen.js';
import { type LocalDraft, LocalDraftStore } from './local-drafts/local-draft-store.js';
import { WebTabLocks } from '../shared/tab-locks.js';

useInterview();

/** What is said beside "Take a break"; whichever day it names is DAY. */
const beside = async () => {
  const { nextElementSibling: next } = await screen.findByRole('button', { name: 'Take a break' });
  return next?.matches('p') ? next.textContent.replace(A_DAY, 'DAY') : null;
};
const A_DAY = /\w{3} \d{1,2}, \d{4}/;
/** With any day in place of DAY. */
const dated = (text: string) => new RegExp(`^${text.replaceAll('.', '\\.').replace('DAY', A_DAY.source)}$`);
const STORED = '– a recording is kept here, but not saved yet';

async function recordAndLeave(): Promise<void> {
  await open();
  await record();
  await waitFor(async () => expect(await drafts()).toMatchObject([{ isWhole: true }]));
  cleanup();
}

describe('that everything is saved', () => {
  it('is said only where it is known', async () => {
    const { promise: isLoaded, resolve: load } = Promise.withResolvers<void>();
    server.on('GET /api/videos', async () => {
      await isLoaded;
      return { body: [] };
    });
    await open();
    await screen.findAllByText('Loading questions...');
    expect(await beside()).toBeNull();
    load();
    await screen.findByText('everything is saved');
    expect(await beside()).toBe('– everything is saved');
  });

  it('is not said where the interview could not be loaded, beside a recording that is kept', async () => {
    await recordAndLeave();
    server.on('GET /api/questions', { status: 500, body: { message: 'Internal server error' } });
    await open();
    await screen.findByText('The interview could not be loaded');
    expect(await beside()).toBeNull();
  });

  it('is not said where consent is asked for anew, beside a recording that is kept', async () => {
    await recordAndLeave();
    server.on('GET /api/consent', { body: { ...CONSENT_GIVEN, recording: 'none', version: null } });
    await open();
    await screen.findByRole('button', { name: 'Yes, I agree. I am 18 or older' });
    expect(await beside()).toBeNull();
  });

  it('is not said where somebody is asked whether a beginning is theirs', async () => {
    server.on('GET /api/auth/user', { body: { ...ANNA, unclaimed: UNCLAIMED } });
    await open();
    await screen.findByRole('heading', { name: 'Is this yours?' });
    expect(await beside()).toBeNull();
  });

  it('is not said before it is known what this browser keeps', async () => {
    const { promise: isFound, resolve: find } = Promise.withResolvers<LocalDraft[]>();
    jest.spyOn(LocalDraftStore.prototype, 'findAllOf').mockReturnValue(isFound);
    await open();
    await screen.findByRole('heading', { name: 'Life before' });
    expect(await beside()).toBeNull();
    find([]);
    await screen.findByText('everything is saved');
  });

  it('is said where this browser keeps nothing', async () => {
    jest.spyOn(LocalDraftStore.prototype, 'findAllOf').mockRejectedValue(new DOMException('', 'UnknownError'));
    await open();
    await screen.findByText('everything is saved');
  });

  it('is not said while another tab holds a recording', async () => {
    await recordAndLeave();
    const [draft] = await drafts();
    const otherTab = new WebTabLocks(navigator.locks);
    await waitFor(async () => expect(await otherTab.acquire(draft!.id)).toBe(true));
    await open();
    await screen.findByText('A recording for this question is open in another tab.');
    expect(await beside()).toBe(STORED);
  });
});

describe('a browser that may empty its storage', () => {
  const iphone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko)';
  const isLasting = jest.fn<() => Promise<boolean>>();
  beforeEach(() => {
    jest.spyOn(navigator, 'userAgent', 'get').mockReturnValue(iphone);
    const storage = { persisted: isLasting.mockReset().mockResolvedValue(false), persist: async () => false };
    Object.defineProperty(navigator, 'storage', { configurable: true, value: storage });
  });
  afterEach(() => Reflect.deleteProperty(navigator, 'storage'));

  it('is said to do so while a recording is looked at, before anybody leaves', async () => {
    await open();
    await recordUnseen();
    await screen.findByText(dated('Not saved yet. This browser may delete it after DAY.'));
    expect(await beside()).toBe(`${STORED}: come back by DAY`);
  });

  it('is said to do so where a recording waits, and where one is on its way', async () => {
    await recordAndLeave();
    await open();
    await screen.findByRole('button', { name: 'Continue and save' });
    await waitFor(async () => expect(await beside()).toBe(`${STORED}: come back by DAY`));
    const answer = slowLine();
    await press('Continue and save');
    await screen.findByText('question 1 is on the way to us');
    await press('Previous');
    await screen.findByText(
      dated('You can go on. Until it is saved, this browser has it, and may delete it after DAY.'),
    );
    expect(await beside()).toBe('– question 1 is on the way to us: come back by DAY');
    await answer(201);
    await screen.findByText('everything is saved');
    expect(await beside()).toBe('– everything is saved');
  });

  it('is said to do so where written words are not sent', async () => {
    server.on('PUT /api/written-answers/1', 'cut');
    await open();
    await press('Write it instead');
    await userEvent.type(await screen.findByRole('textbox', { name: 'Your answer in words' }), 'I rest.');
    await press('Done');
    await screen.findByText(
      dated('Kept on this device, not sent yet. It is tried again by itself. This browser may delete it after DAY.'),
    );
    expect(await beside()).toBe('– some written words are not sent yet: come back by DAY');
  });

  it('is said to do so where written words are no part of the story that was submitted', async () => {
    server.on('GET /api/auth/user', { body: { ...ANNA, status: 'submitted' } });
    localStorage.setItem('written-answer:anna:1', JSON.stringify({ text: 'Late', revision: 0, sent: null }));
    server.on('PUT /api/written-answers/1', { status: 409, body: { code: 'submitted', message: 'Too late.' } });
    await open();
    await screen.findByText(/It is kept on this device\. This browser may delete it after \w{3} \d{1,2}, \d{4}\.$/);
  });

  it('is not said to do so once it keeps what is there', async () => {
    await open();
    await screen.findByRole('button', { name: 'Allow Camera Access' });
    isLasting.mockResolvedValue(true);
    await recordUnseen();
    await screen.findByText('Not saved yet');
    expect(await beside()).toBe(STORED);
  });

  it('is not said to do so where nothing is kept', async () => {
    await open();
    await screen.findByText('everything is saved');
    expect(await beside()).toBe('– everything is saved');
  });
});
