import { LAST_STEP } from '../../api/contract/interview/steps.js';
import { jest } from '@jest/globals';
import { type ProgressPorts, readProgressParams, SaveProgressStore, saveProgressView } from './save-progress.js';

const VALID = '?contact_email=anna%2Bme%40example.org&question=2';

function open(search: string, ports: Partial<ProgressPorts> = {}) {
  const calls: string[] = [];
  const store = new SaveProgressStore(readProgressParams(search), {
    save: async (email, step) => void calls.push(`save ${email} ${step.wireField}`),
    findRedirect: async () => 'https://forms.example.org/next',
    goTo: (address) => calls.push(`go to ${address}`),
    reportInvalid: (kind) => calls.push(`invalid: ${kind}`),
    ...ports,
  });
  const shown = [saveProgressView(store.read().phase)];
  store.subscribe(() => shown.push(saveProgressView(store.read().phase)));
  const stop = store.start();
  /** Every status that was shown, without repetitions. */
  const statuses = () => [...new Set(shown.flatMap(({ status, detail }) => [status, detail]).filter(Boolean))];
  return { store, calls, statuses, stop, isDialogOpen: () => store.read().isDialogOpen };
}

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

describe('/save-progress', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('saves the step, then leads on with the e-mail after two seconds', async () => {
    const { calls, statuses, isDialogOpen } = open(VALID);
    await pass(1_999);
    expect(statuses()).toEqual([
      'Saving Your Progress',
      'Updating your progress...',
      'Video Upload Successful! Redirecting...',
    ]);
    expect(calls).toEqual(['save anna+me@example.org life_before_completed_at']);
    await pass(1);
    expect(calls.at(-1)).toBe('go to https://forms.example.org/next?contact_email=anna%2Bme%40example.org');
    expect(isDialogOpen()).toBe(false);
  });

  it.each([
    ['https://forms.example.org/?form=2', 'https://forms.example.org/?form=2&contact_email=anna%2Bme%40example.org'],
    ['https://forms.example.org/a#page-2', 'https://forms.example.org/a?contact_email=anna%2Bme%40example.org#page-2'],
    ['/upload', '/upload?contact_email=anna%2Bme%40example.org'],
  ])('appends the e-mail to %s', async (redirect, address) => {
    const { calls } = open(VALID, { findRedirect: async () => redirect });
    await pass(2_000);
    expect(calls.at(-1)).toBe(`go to ${address}`);
  });

  it('says that no redirect is configured, and after six seconds offers to go on', async () => {
    const { calls, statuses, isDialogOpen } = open(VALID, { findRedirect: async () => null });
    await pass(5_999);
    expect(statuses().at(-1)).toBe('Progress saved! No redirect configured.');
    expect(isDialogOpen()).toBe(false);
    await pass(1);
    expect(isDialogOpen()).toBe(true);
    expect(calls).toHaveLength(1);
  });

  it('says when saving failed, offers to go on, and can try again', async () => {
    let tries = 0;
    const save = async () => {
      if (++tries === 1) throw new Error('no connection');
    };
    const { store, calls, statuses, isDialogOpen } = open(VALID, { save });
    await pass(0);
    expect(statuses()).toContain('Error saving progress');
    await pass(6_000);
    expect(isDialogOpen()).toBe(true);
    expect(calls).toEqual([]);
    void store.save();
    await pass(2_000);
    expect(calls).toEqual([expect.stringContaining('go to')]);
  });

  it('leads nobody away a second time, and offers those who come back to go on', async () => {
    const { store, calls, statuses, isDialogOpen } = open(VALID);
    await pass(2_000);
    store.comeBack();
    expect(statuses().at(-1)).toBe('Progress saved!');
    await pass(60_000);
    expect(calls.filter((call) => call.startsWith('go to'))).toHaveLength(1);
    expect(isDialogOpen()).toBe(true);
  });

  it('leads nobody away who has been told that they are back before it would have', async () => {
    const { store, calls, statuses, isDialogOpen } = open(VALID);
    await pass(1_000);
    store.comeBack();
    expect(statuses().at(-1)).toBe('Progress saved!');
    await pass(60_000);
    expect(calls).toEqual(['save anna+me@example.org life_before_completed_at']);
    expect(isDialogOpen()).toBe(true);
  });

  it('leads on those who come back while it saves', async () => {
    const saved = Promise.withResolvers<void>();
    const { store, calls } = open(VALID, { save: () => saved.promise });
    await pass(0);
    store.comeBack();
    saved.resolve();
    await pass(2_000);
    expect(calls).toEqual([expect.stringContaining('go to')]);
  });

  it('has nothing new to tell those who come back to a failure', async () => {
    const { store, statuses } = open(VALID, { save: () => Promise.reject(new Error('no connection')) });
    await pass(0);
    store.comeBack();
    expect(statuses().at(-1)).toBe(
      'Your video has arrived safely. Only the note that you have finished this step could not be saved.',
    );
  });

  it('offers to go on when the answer does not come', async () => {
    const { isDialogOpen, store } = open(VALID, { save: () => new Promise(() => {}) });
    await pass(6_000);
    expect(isDialogOpen()).toBe(true);
    store.closeDialog();
    await pass(60_000);
    expect(isDialogOpen()).toBe(false);
  });

  it('does nothing more once the page is left', async () => {
    const { calls, stop, isDialogOpen } = open(VALID);
    await pass(1_000);
    stop();
    await pass(60_000);
    expect(calls).toHaveLength(1);
    expect(isDialogOpen()).toBe(false);
  });

  it('leads nobody away whose page was left while it saved', async () => {
    const { calls, stop } = open(VALID);
    stop();
    await pass(60_000);
    expect(calls).toHaveLength(1);
  });

  it.each([
    ['', 'missing', ['Video Upload Successful! Redirecting...']],
    ['?question=3', 'missing', ['Video Upload Successful! Redirecting...']],
    [
      `?contact_email=a@b.org&question=${LAST_STEP + 1}`,
      'unknown-question',
      ['Video Upload Successful! Redirecting...', 'Invalid question number'],
    ],
  ])('offers at once to go on when there is nothing to save: "%s"', async (search, kind, statuses) => {
    const page = open(search);
    expect(page.isDialogOpen()).toBe(true);
    await pass(60_000);
    expect(page.calls).toEqual([`invalid: ${kind}`]);
    expect(page.statuses()).toEqual(statuses);
  });
});

describe('the query of /save-progress', () => {
  it('may have a plus that was not encoded', () =>
    expect(readProgressParams('?contact_email=a+b@example.org&question=2')).toMatchObject({
      email: 'a+b@example.org',
    }));

  it.each([0, LAST_STEP])('tells who has done step %d', (question) => {
    expect(readProgressParams(`?contact_email=anna%2Bme%40example.org&question=${question}`)).toMatchObject({
      kind: 'valid',
      email: 'anna+me@example.org',
      step: { number: question },
    });
  });

  it('may have lost the e-mail to the history, where a reload finds it', () => {
    const found = { kind: 'valid', email: 'anna@example.org', step: { number: 2 } };
    expect(readProgressParams('?question=2', { contactEmail: ' anna@example.org' })).toMatchObject(found);
    expect(readProgressParams('?question=2', { contactEmail: 7 })).toEqual({ kind: 'missing' });
  });

  it('is read without the spaces around', () =>
    expect(readProgressParams('?contact_email=%20a@b.org%20&question=%203')).toMatchObject({
      kind: 'valid',
      email: 'a@b.org',
      step: { wireField: 'trigger_event_completed_at' },
    }));

  it.each([
    '',
    '?question=1',
    '?question=1&contact_email=%20',
    '?contact_email=a@b.org',
    '?contact_email=a@b.org&question=',
  ])('lacks something: "%s"', (search) => expect(readProgressParams(search)).toEqual({ kind: 'missing' }));

  it.each([`${LAST_STEP + 1}`, '-1', '1.5', '01', '100', '1e0', 'one', '٣'])('names no step: %s', (question) =>
    expect(readProgressParams(`?contact_email=a@b.org&question=${encodeURIComponent(question)}`)).toEqual({
      kind: 'unknown-question',
    }),
  );
});
