import { jest } from '@jest/globals';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { Help } from '../../api/contract/people/helpers.js';
import { PHOTO_MAX_SIZE } from '../../api/contract/common/wordings.js';
import { openInSameTab } from '../testing/same-tab.js';
import { ScreenServer } from '../testing/screen-server.js';
import HelpIsland from './help.island.js';
import { asksBeforeLeaving } from '../testing/leaving.js';

const TOKEN = 'x'.repeat(43);
const HELP: Help = { id: 'h1', firstName: 'Anna', endsAt: '2026-12-06T12:00:00.000Z', isOpen: true, added: [] };
const WORDS: Help['added'][number] = {
  id: 'w1',
  kind: 'words',
  questionId: 2,
  name: 'She danced.',
  createdAt: '2026-11-22T12:00:00.000Z',
};

let server: ScreenServer;
beforeEach(() => {
  server = new ScreenServer();
  visited.length = 0;
  server.on('GET /api/questions', {
    body: [1, 2].map((id) => ({ id, sequence: id, title: `T${id}`, text: `Question ${id}?`, starterPhrase: null })),
  });
});
afterEach(() => server.close());

const openPage = async (address = `/help#${TOKEN}`) => {
  await server.open(address);
  render(<HelpIsland />);
};
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const remove = async (name: string) => {
  await press(`Remove ${name}`);
  const question = within(await screen.findByRole('alertdialog', { name: `Remove “${name}”?` }));
  await userEvent.click(question.getByRole('button', { name: 'Remove' }));
};
const heading = (name: string) => screen.findByRole('heading', { level: 1, name });
const sendPhotos = async (...names: string[]) =>
  userEvent.upload(
    await screen.findByLabelText(PHOTOS),
    names.map((name) => new File(['abc'], name, { type: 'image/jpeg' })),
  );
const PHOTOS = 'Choose photos';
const RECORDING = 'Choose a video or a voice file';
const chooser = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const receiveFiles = () => {
  server.on('POST /api/help/uploads/start', { status: 201, body: { uploadId: 'u1' } });
  server.on('POST /api/help/uploads/chunk', { body: { complete: true, readyForProcessing: true } });
  server.on('POST /api/help/uploads/process/u1', { body: { uploadId: 'u1', fileSize: 3, sha256: 'x' } });
};
/** What the page was sent before has arrived, and is drawn, once later calls are over. */
const laterCalls = () =>
  act(async () => {
    for (let call = 1; call <= 2; call++) await (await fetch('/api/questions')).text();
  });

it('opens the link by a press, with the words that are agreed to, and takes it out of the address', async () => {
  server.on('POST /api/help/session', { body: HELP });
  server.on('GET /api/help', { body: HELP });
  await openPage();
  await screen.findByText(
    'What you add belongs to their story: they see it, can remove it and decide what becomes of it. Add only what everybody in it agrees to.',
  );
  expect(server.received).toEqual([]);
  await userEvent.click(screen.getByRole('button', { name: 'I agree, begin' }));
  const arrived = await heading('Help Anna with the story');
  expect(document.activeElement).toBe(arrived);
  expect(location.hash).toBe('');
  expect(server.received.find(({ call }) => call === 'POST /api/help/session')?.body).toEqual({ token: TOKEN });
});

it('opens a link that is opened in its tab, also the same one again', async () => {
  server.on('POST /api/help/session', { body: HELP });
  await openPage();
  await press('I agree, begin');
  await heading('Help Anna with the story');
  await openInSameTab(TOKEN);
  expect(visited).toEqual([`/help#${TOKEN}`]);
});

it('lets another link that is opened in its tab wait while words are typed, and leaves nothing of it', async () => {
  server.on('GET /api/help', { body: HELP });
  await openPage('/help');
  const field = await screen.findByLabelText('Or in words');
  await userEvent.type(field, 'She danced.');
  await openInSameTab(TOKEN);
  expect([visited, location.hash]).toEqual([[], '']);
  await screen.findByText('The other link was not opened');
  await userEvent.clear(field);
  await openInSameTab(TOKEN);
  expect(visited).toEqual([`/help#${TOKEN}`]);
});

it('adds words once while more is typed, which stays', async () => {
  server.on('GET /api/help', { body: HELP });
  const { promise: isDue, resolve: answer } = Promise.withResolvers<void>();
  server.on('POST /api/help/words', async () => {
    await isDue;
    return { body: { ...HELP, added: [WORDS] } };
  });
  await openPage('/help');
  const field = await screen.findByLabelText<HTMLTextAreaElement>('Or in words');
  await userEvent.type(field, 'She danced.');
  await press('Add these words');
  await screen.findByText('Adding...');
  await userEvent.type(field, ' And sang.');
  await press('Adding...');
  answer();
  await waitFor(() => expect(field.value).toBe('And sang.'));
  await screen.findByText('Added.');
  expect(server.received.filter(({ call }) => call === 'POST /api/help/words')).toHaveLength(1);
});

it('says that a link has ended', async () => {
  const message = 'This link has ended. Please ask for a new one.';
  server.on('POST /api/help/session', { status: 410, body: { code: 'link_expired', message } });
  await openPage();
  await userEvent.click(await screen.findByRole('button', { name: 'I agree, begin' }));
  await screen.findByText(message);
});

it('says that a link could not be opened, and that it still can be', async () => {
  server.on('POST /api/help/session', 'cut');
  await openPage();
  await press('I agree, begin');
  await screen.findByText('That did not work just now. Your link still works. Please try again.');
  server.on('POST /api/help/session', { body: HELP });
  await press('I agree, begin');
  await heading('Help Anna with the story');
});

it('says what it needs where this browser helps nobody', async () => {
  server.on('GET /api/help', { status: 401, body: { code: 'signed_out', message: 'Unauthorized' } });
  await openPage('/help');
  await screen.findByText(/This page needs a link that works/);
});

it('has its heading while it loads, when that fails, and for whoever comes back after it ended', async () => {
  const { promise: isAsked, resolve: answer } = Promise.withResolvers<void>();
  server.on('GET /api/help', async () => {
    await isAsked;
    return { status: 500, body: { code: 'internal', message: 'The disk is full' } };
  });
  await openPage('/help');
  await screen.findByText('One moment, please...');
  await heading('Help with a story');
  answer();
  await screen.findByText('This could not be loaded. Nothing is lost.');
  await heading('Help with a story');
  server.on('GET /api/help', { body: HELP });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await heading('Help Anna with the story');
  server.on('GET /api/help', { status: 401, body: { code: 'signed_out', message: 'Unauthorized' } });
  for (const type of ['pagehide', 'pageshow'])
    act(() => void dispatchEvent(Object.assign(new Event(type), { persisted: true })));
  await screen.findByText(/This page needs a link that works/);
  await heading('Help with a story');
});

it('says that the questions could not be loaded, and has the field once they could', async () => {
  const failed = 'This could not be loaded. Nothing is lost.';
  server.on('GET /api/help', { body: HELP });
  const { promise: isAsked, resolve: answer } = Promise.withResolvers<void>();
  server.on('GET /api/questions', async () => {
    await isAsked;
    return { status: 500 };
  });
  await openPage('/help');
  await heading('Help Anna with the story');
  expect(screen.queryByText(failed)).toBeNull();
  answer();
  await screen.findByText(failed);
  screen.getByRole('heading', { name: 'An answer' });
  server.on('GET /api/questions', {
    body: [{ id: 1, sequence: 1, title: 'T1', text: 'Question 1?', starterPhrase: null }],
  });
  await press('Try again');
  await screen.findByLabelText('Or in words');
  expect(screen.queryByText(failed)).toBeNull();
});

it('names the questions, and has the one that is chosen in full', async () => {
  server.on('GET /api/help', { body: HELP });
  await openPage('/help');
  const choice = await screen.findByLabelText<HTMLSelectElement>('To which question?');
  expect([...choice.options].map(({ text }) => text)).toEqual(['T1', 'T2']);
  screen.getByText('Question 1?');
  await userEvent.selectOptions(choice, 'T2');
  screen.getByText('Question 2?');
  expect(screen.queryByText('Question 1?')).toBeNull();
});

it('says that words are missing, and leads to their field', async () => {
  server.on('GET /api/help', { body: HELP });
  await openPage('/help');
  await press('Add these words');
  const field = screen.getByRole('textbox', {
    name: 'Or in words',
    description: /Please write down what they told you first/,
  });
  expect(document.activeElement).toBe(field);
  await userEvent.keyboard('She');
  expect(screen.queryByText(/^Please write down/)).toBeNull();
});

it('adds words to the question that is chosen, and keeps them in the field while they are not added', async () => {
  let reply: Parameters<ScreenServer['on']>[1] = {
    status: 409,
    body: { code: 'words_there', message: 'Words are there.' },
  };
  server.on('GET /api/help', { body: HELP });
  server.on('POST /api/help/words', () => (typeof reply === 'function' ? 'cut' : reply));
  await openPage('/help');
  await userEvent.selectOptions(await screen.findByLabelText('To which question?'), 'T2');
  await userEvent.type(screen.getByLabelText('Or in words'), 'She danced.');
  await userEvent.click(screen.getByRole('button', { name: 'Add these words' }));
  await screen.findByText('Words are there.');
  expect(screen.getByLabelText('Or in words')).toHaveProperty('value', 'She danced.');
  reply = { status: 201, body: { ...HELP, added: [WORDS] } };
  await userEvent.click(screen.getByRole('button', { name: 'Add these words' }));
  await screen.findByRole('button', { name: 'Remove She danced.' });
  expect(server.received.at(-1)?.body).toEqual({ questionId: 2, text: 'She danced.' });
  expect(screen.getByLabelText('Or in words')).toHaveProperty('value', '');
});

it('shows words whose reply was lost, so that they can be removed first, and keeps what is typed', async () => {
  let kept: Help = HELP;
  server.on('GET /api/help', () => ({ body: kept }));
  server.on('POST /api/help/words', () => {
    kept = { ...HELP, added: [WORDS] };
    return 'cut';
  });
  server.on('DELETE /api/help/added/w1', () => {
    kept = HELP;
    return 'cut';
  });
  await openPage('/help');
  await userEvent.type(await screen.findByLabelText('Or in words'), 'She danced.');
  await press('Add these words');
  await screen.findByText('We got no answer. Please look below whether it was added.');
  await remove('She danced.');
  await screen.findByText('Nothing yet.');
  screen.getByText('We got no answer. Please look here whether it is gone.');
  const list = screen.getByRole('heading', { name: 'What you have added' });
  await waitFor(() => expect(document.activeElement).toBe(list));
  expect(screen.getByLabelText('Or in words')).toHaveProperty('value', 'She danced.');
});

it('shows a photo whose reply was lost', async () => {
  server.on('GET /api/help', { body: HELP });
  receiveFiles();
  server.on('POST /api/help/photos', () => {
    server.on('GET /api/help', { body: { ...HELP, added: [{ ...WORDS, kind: 'photo', name: 'a.jpg' }] } });
    return 'cut';
  });
  await openPage('/help');
  await sendPhotos('a.jpg');
  await screen.findByRole('button', { name: 'Remove a.jpg' });
  await screen.findByText('a.jpg: We got no answer. Please look below whether it was added.');
});

it('keeps what is typed where the story was handed in meanwhile, and where nothing can be read just now', async () => {
  const message = 'Something went wrong.';
  server.on('GET /api/help', { body: HELP });
  server.on('POST /api/help/words', { status: 409, body: { code: 'submitted', message } });
  await openPage('/help');
  const field = await screen.findByLabelText('Or in words');
  await userEvent.type(field, 'She danced.');
  server.on('GET /api/help', { body: { ...HELP, isOpen: false } });
  await press('Add these words');
  await screen.findByText(/Anna has handed the story in/);
  expect(screen.getByLabelText('Or in words')).toBe(field);
  expect(screen.queryByLabelText(/^Choose/)).toBeNull();
  const isRead = Promise.withResolvers<void>();
  server.on('GET /api/help', () => {
    isRead.resolve();
    return { status: 500, body: { code: 'internal', message } };
  });
  await press('Add these words');
  await act(() => isRead.promise);
  await laterCalls();
  await heading('Help Anna with the story');
  expect(screen.queryByText('This could not be loaded. Nothing is lost.')).toBeNull();
  await userEvent.clear(field);
  expect(screen.queryByLabelText('Or in words')).toBeNull();
});

it('sends photos one after the other, names the one that is refused, and keeps the others', async () => {
  server.on('GET /api/help', { body: HELP });
  receiveFiles();
  server.on('POST /api/help/photos', ({ body }) =>
    (body as { originalName: string }).originalName === 'bad.jpg'
      ? { status: 415, body: { code: 'not_a_picture', message: 'This is no picture.' } }
      : { status: 201, body: { ...HELP, added: [{ ...WORDS, kind: 'photo', name: 'good.jpg' }] } },
  );
  await openPage('/help');
  await sendPhotos('bad.jpg', 'good.jpg');
  await screen.findByText('bad.jpg: This is no picture.');
  await screen.findByRole('button', { name: 'Remove good.jpg' });
  await sendPhotos('bad.jpg', 'bad.jpg');
  const said = await screen.findByText(/bad\.jpg: .+\s+bad\.jpg: /);
  expect(said.textContent.split('\n')).toHaveLength(2);
  // The browser tells of the same photo, chosen again, only where the input has let go of it.
  expect(chooser(PHOTOS).files).toHaveLength(0);
});

it('says that photos and words were added, until more is typed', async () => {
  server.on('GET /api/help', { body: HELP });
  receiveFiles();
  for (const what of ['photos', 'words']) server.on(`POST /api/help/${what}`, { status: 201, body: HELP });
  await openPage('/help');
  const field = await screen.findByLabelText('Or in words');
  await userEvent.type(field, 'She danced.');
  await press('Add these words');
  await screen.findByText('Added.');
  await userEvent.type(field, 'She sang.');
  expect(screen.queryByText('Added.')).toBeNull();
  await sendPhotos('a.jpg', 'b.jpg');
  await screen.findByText('Added.');
});

it('sends a recording to the question that is chosen, and as it is called', async () => {
  let added: Help['added'] = [];
  server.on('GET /api/help', { body: HELP });
  receiveFiles();
  server.on('POST /api/help/recordings', ({ body }) => {
    const { questionId, title: name } = body as { questionId: number; title: string };
    added = [...added, { ...WORDS, id: name, kind: 'recording', questionId, name }];
    return { status: 201, body: { ...HELP, added } };
  });
  const said = new File(['abc'], 'said.m4a', { type: 'audio/mp4' });
  await openPage('/help');
  await userEvent.upload(await screen.findByLabelText(RECORDING), said);
  await screen.findByRole('button', { name: 'Remove T1' });
  await userEvent.selectOptions(screen.getByLabelText('To which question?'), 'T2');
  await userEvent.upload(chooser(RECORDING), said);
  await screen.findByRole('button', { name: 'Remove T2' });
  const sent = server.received.filter(({ call }) => call === 'POST /api/help/recordings');
  expect(sent.map(({ body }) => body)).toEqual([
    { uploadId: 'u1', questionId: 1, title: 'T1' },
    { uploadId: 'u1', questionId: 2, title: 'T2' },
  ]);
});

it('goes on with the next photo while what there is cannot be read, and keeps it', async () => {
  const isDue = Promise.withResolvers<void>();
  server.on('GET /api/help', { body: HELP });
  receiveFiles();
  server.on('POST /api/help/photos', ({ body }) => {
    if ((body as { originalName: string }).originalName === 'good.jpg')
      return { status: 201, body: { ...HELP, added: [{ ...WORDS, kind: 'photo', name: 'good.jpg' }] } };
    server.on('GET /api/help', async () => {
      await isDue.promise;
      return { body: HELP };
    });
    return { status: 415, body: { code: 'not_a_picture', message: 'This is no picture.' } };
  });
  await openPage('/help');
  await sendPhotos('bad.jpg', 'good.jpg');
  await screen.findByText('bad.jpg: This is no picture.');
  await screen.findByRole('button', { name: 'Remove good.jpg' });
  isDue.resolve();
  await laterCalls();
  screen.getByRole('button', { name: 'Remove good.jpg' });
});

it('shows how photos go on whose story is handed in meanwhile', async () => {
  const isSeen = Promise.withResolvers<void>();
  const refusal = { status: 409, body: { code: 'submitted', message: 'It was handed in.' } };
  server.on('GET /api/help', { body: HELP });
  server.on('POST /api/help/uploads/start', ({ body }) => {
    server.on('GET /api/help', { body: { ...HELP, isOpen: false } });
    return (body as { filename: string }).filename === 'a.jpg' ? refusal : isSeen.promise.then(() => refusal);
  });
  await openPage('/help');
  await sendPhotos('a.jpg', 'b.jpg');
  await screen.findByText(/Anna has handed the story in/);
  await screen.findByRole('progressbar', { name: 'b.jpg' });
  isSeen.resolve();
  await screen.findByText(/^a\.jpg: The story was handed in.* b\.jpg: The story was handed in/);
});

const ENDED = { status: 401, body: { code: 'signed_out', message: 'Unauthorized' } };

it('keeps the page as it stands where a photo is refused because the link has ended', async () => {
  server.on('GET /api/help', { body: HELP });
  server.on('POST /api/help/uploads/start', ENDED);
  await openPage('/help');
  await screen.findByLabelText(PHOTOS);
  const isRead = jest.fn(() => ENDED);
  server.on('GET /api/help', isRead);
  await sendPhotos('a.jpg');
  await screen.findByText(/^a\.jpg: Your link has ended here/);
  await laterCalls();
  expect(isRead).not.toHaveBeenCalled();
});

it('keeps what is typed where the link has ended by the time a failed photo has it read again', async () => {
  const isRead = Promise.withResolvers<void>();
  server.on('GET /api/help', { body: HELP });
  server.on('POST /api/help/uploads/start', { status: 500, body: {} });
  await openPage('/help');
  const field = await screen.findByLabelText('Or in words');
  await userEvent.type(field, 'She danced.');
  server.on('GET /api/help', () => {
    isRead.resolve();
    return ENDED;
  });
  await sendPhotos('a.jpg');
  await screen.findByText(/^a\.jpg: /);
  await act(() => isRead.promise);
  await laterCalls();
  expect(screen.getByLabelText('Or in words')).toBe(field);
});

it('is not left, and takes no more files, while something is sent', async () => {
  const started = Promise.withResolvers<void>();
  server.on('GET /api/help', { body: HELP });
  server.on('POST /api/help/uploads/start', async () => {
    await started.promise;
    return { status: 415, body: { code: 'not_a_picture', message: 'This is no picture.' } };
  });
  await openPage('/help');
  const finish = await screen.findByRole<HTMLButtonElement>('button', { name: 'I am done on this device' });
  await screen.findByLabelText(RECORDING);
  const isLocked = () => [finish, chooser(PHOTOS), chooser(RECORDING)].map(({ disabled }) => disabled);
  expect([...isLocked(), asksBeforeLeaving()]).toEqual([false, false, false, false]);
  await sendPhotos('a.jpg');
  await screen.findByRole('progressbar');
  expect([...isLocked(), asksBeforeLeaving()]).toEqual([true, true, true, true]);
  started.resolve();
  await screen.findByText('a.jpg: This is no picture.');
  expect([...isLocked(), asksBeforeLeaving()]).toEqual([false, false, false, false]);
});

it('says at the chooser how large photos can be', async () => {
  server.on('GET /api/help', { body: HELP });
  await openPage('/help');
  await screen.findByLabelText(PHOTOS);
  const hint = document.getElementById(chooser(PHOTOS).getAttribute('aria-describedby')!);
  expect(hint?.textContent).toContain(PHOTO_MAX_SIZE);
});

it('takes a photo of an iPhone where the system knows no type for it', async () => {
  server.on('GET /api/help', { body: HELP });
  server.on('POST /api/help/uploads/start', { status: 507, body: { code: 'no_room', message: 'There is no room.' } });
  await openPage('/help');
  await userEvent.upload(await screen.findByLabelText('Choose photos'), new File(['abc'], 'garden.HEIC'));
  await screen.findByText(/garden\.HEIC: /);
});

it('tells in words of the helper that the story was handed in, or that the link has ended', async () => {
  server.on('GET /api/help', { body: { ...HELP, added: [WORDS] } });
  server.on('DELETE /api/help/added/w1', { status: 401, body: { code: 'signed_out', message: 'Unauthorized' } });
  await openPage('/help');
  await remove('She danced.');
  await screen.findByText('Your link has ended here, or another one was opened. What you added before is safe.');
});

it('removes nothing before that is confirmed', async () => {
  server.on('GET /api/help', { body: { ...HELP, added: [WORDS] } });
  await openPage('/help');
  await press('Remove She danced.');
  await press('Keep it');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove She danced.' })));
  expect(server.received.map(({ call }) => call)).not.toContain('DELETE /api/help/added/w1');
});

it('says that something could not be removed', async () => {
  server.on('GET /api/help', { body: { ...HELP, added: [WORDS] } });
  server.on('DELETE /api/help/added/w1', { status: 502 });
  await openPage('/help');
  await remove('She danced.');
  expect((await screen.findByRole('alert')).textContent).toBe('This could not be removed. Please try again.');
});

it('keeps the keyboard in its place where something is removed, and where it went meanwhile', async () => {
  const { promise: isDue, resolve: removed } = Promise.withResolvers<void>();
  const [danced, swam, sang] = ['danced', 'swam', 'sang'].map((name) => ({ ...WORDS, id: name, name }));
  server.on('GET /api/help', { body: { ...HELP, added: [danced, swam, sang] } });
  server.on('DELETE /api/help/added/danced', { body: { ...HELP, added: [swam, sang] } });
  server.on('DELETE /api/help/added/swam', async () => {
    await isDue;
    return { body: { ...HELP, added: [sang] } };
  });
  server.on('DELETE /api/help/added/sang', { body: HELP });
  await openPage('/help');
  await remove('danced');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('listitem', { name: 'swam' })));
  await remove('swam');
  await userEvent.type(screen.getByLabelText('Or in words'), 'She');
  removed();
  await waitFor(() => expect(screen.queryByText('swam')).toBeNull());
  await userEvent.keyboard(' sang');
  expect(screen.getByLabelText('Or in words')).toHaveProperty('value', 'She sang');
  await remove('sang');
  const list = screen.getByRole('heading', { name: 'What you have added' });
  await waitFor(() => expect(document.activeElement).toBe(list));
});

it('adds nothing by a link that was opened in another tab since, and keeps what is typed', async () => {
  server.on('POST /api/help/session', { body: HELP });
  await openPage();
  await userEvent.click(await screen.findByRole('button', { name: 'I agree, begin' }));
  await userEvent.type(await screen.findByLabelText('Or in words'), 'She danced.');
  server.session = 'h2';
  await userEvent.click(screen.getByRole('button', { name: 'Add these words' }));
  await screen.findByText(/another one was opened/);
  await userEvent.type(screen.getByLabelText('Or in words'), ' Often.');
  await userEvent.click(screen.getByRole('button', { name: 'Add these words' }));
  await screen.findByText(/another one was opened/);
  expect(screen.getByLabelText('Or in words')).toHaveProperty('value', 'She danced. Often.');
  expect(server.received.filter(({ call }) => call === 'POST /api/help/words')).toEqual([]);
});

it('is not shown to whoever comes back to it by the Back button after it was left', async () => {
  server.on('GET /api/help', { body: HELP });
  await openPage('/help');
  await heading('Help Anna with the story');
  act(() => void dispatchEvent(Object.assign(new Event('pagehide'), { persisted: true })));
  expect(screen.getAllByRole('heading').map(({ textContent }) => textContent)).toEqual(['Help with a story']);
  server.session = 'h2';
  act(() => void dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true })));
  await screen.findByText(/This page needs a link that works/);
});

it('adds nothing to a story that is handed in', async () => {
  server.on('GET /api/help', { body: { ...HELP, isOpen: false, added: [WORDS] } });
  await openPage('/help');
  await screen.findByText(/Anna has handed the story in/);
  expect(screen.queryByRole('button', { name: /Remove|Add/ })).toBeNull();
});

it('leaves a device that is not theirs', async () => {
  server.on('GET /api/help', { body: HELP });
  server.on('DELETE /api/help/session', { status: 204 });
  await openPage('/help');
  const done = await screen.findByRole('button', { name: 'I am done on this device' });
  // As the page opens the focus is left alone.
  expect(document.activeElement).toBe(document.body);
  await userEvent.click(done);
  await screen.findByText('Thank you. With the link you can come back.');
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
});

it.each(['cut', { status: 502 }] as const)(
  'says that it may not be left yet where that failed: %j',
  async (failure) => {
    server.on('GET /api/help', { body: HELP });
    server.on('DELETE /api/help/session', failure);
    await openPage('/help');
    await press('I am done on this device');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'That did not work just now. Your link may still be open on this device. Please try again.',
    );
    server.on('DELETE /api/help/session', { status: 204 });
    await press('I am done on this device');
    await screen.findByText('Thank you. With the link you can come back.');
    expect(screen.queryByRole('alert')).toBeNull();
  },
);

it('is not left with words that are typed before that is said again', async () => {
  server.on('GET /api/help', { body: HELP });
  server.on('DELETE /api/help/session', { status: 204 });
  await openPage('/help');
  await userEvent.type(await screen.findByLabelText('Or in words'), 'She danced.');
  expect(asksBeforeLeaving()).toBe(true);
  await press('I am done on this device');
  screen.getByRole('alertdialog', { name: 'Leave without these words?' });
  await press('Stay here');
  expect(screen.getByLabelText('Or in words')).toHaveProperty('value', 'She danced.');
  expect(server.received.filter(({ call }) => call === 'DELETE /api/help/session')).toEqual([]);
  await press('I am done on this device');
  await press('Leave without them');
  await screen.findByText('Thank you. With the link you can come back.');
  expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  expect(asksBeforeLeaving()).toBe(false);
});
