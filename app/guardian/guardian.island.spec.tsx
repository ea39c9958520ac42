import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { GuardianPreview } from '../../api/contract/consent/consent.js';
import { PRIVACY } from '../../api/contract/consent/privacy.js';
import { openInSameTab } from '../testing/same-tab.js';
import { ScreenServer } from '../testing/screen-server.js';
import GuardianIsland from './guardian.island.js';

const ANSWER = 'POST /api/consent/guardian/answer';
const preview = (recording: GuardianPreview['recording']) => ({ body: { maskedEmail: 'an••@example.org', recording } });

let server: ScreenServer;

beforeEach(() => {
  server = new ScreenServer();
  visited.length = 0;
});
afterEach(() => server.close());

const open = async (recording: GuardianPreview['recording']) => {
  server.on('POST /api/consent/guardian/preview', preview(recording));
  await server.open('/guardian#the-token');
  render(<GuardianIsland />);
  await screen.findByText('an••@example.org');
};
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const buttons = () => screen.queryAllByRole('button').map(({ textContent }) => textContent);
const answers = () => server.received.filter(({ call }) => call === ANSWER).map(({ body }) => body);

describe('the page of a parent or guardian', () => {
  it('says whom it is about and what happens, and answers nothing by itself', async () => {
    await open('guardian_asked');
    expect(screen.getByRole('heading', { name: 'What happens' })).toBeTruthy();
    expect(screen.getByRole('heading', { name: 'What does not happen' })).toBeTruthy();
    expect(buttons()).toEqual(['Yes, I allow it', 'No']);
    expect(server.received).toMatchObject([{ body: { token: 'the-token' } }]);
  });

  it('takes a yes to the words that are shown, and then the way back', async () => {
    await open('guardian_asked');
    server.on(ANSWER, preview('given'));
    await press('Yes, I allow it');
    await screen.findByText('You said yes. They can begin. With this link you can take it back at any time.');
    expect(answers()).toEqual([{ token: 'the-token', answer: 'yes', version: PRIVACY.version }]);
    expect(buttons()).toEqual(['Take it back']);
    expect(screen.queryByRole('heading', { name: 'What happens' })).toBeNull();
  });

  it('takes a no, after which nothing is asked any more', async () => {
    await open('guardian_asked');
    server.on(ANSWER, preview('guardian_refused'));
    await press('No');
    await screen.findByText('You said no. Nothing more is recorded, and nothing of it is public.');
    expect(answers()).toMatchObject([{ answer: 'no' }]);
    expect(buttons()).toEqual([]);
  });

  it.each([
    ['Yes, I allow it', 'given'],
    ['No', 'guardian_refused'],
  ] as const)('keeps the keyboard on the page where “%s” was pressed and is gone', async (pressed, after) => {
    await open('guardian_asked');
    expect(document.activeElement).toBe(document.body);
    server.on(ANSWER, preview(after));
    screen.getByRole('button', { name: pressed }).focus();
    await userEvent.keyboard('{Enter}');
    await screen.findByText(/^You said/);
    expect(document.activeElement).toBe(screen.getByRole('heading', { level: 1 }));
  });

  it('lets a yes be taken back', async () => {
    await open('given');
    server.on(ANSWER, preview('guardian_refused'));
    await press('Take it back');
    await screen.findByText('You said no. Nothing more is recorded, and nothing of it is public.');
    expect(answers()).toMatchObject([{ answer: 'no' }]);
  });

  it('sends one answer however often it is pressed, shows that it works, and keeps the focus', async () => {
    await open('guardian_asked');
    const { promise, resolve } = Promise.withResolvers<void>();
    server.on(ANSWER, () => promise.then(() => preview('given')));
    await press('Yes, I allow it');
    const busy = await screen.findByRole('button', { name: 'One moment...' });
    await userEvent.click(busy);
    await press('No');
    expect(document.activeElement).not.toBe(document.body);
    resolve();
    await screen.findByText(/^You said yes/);
    expect(answers()).toHaveLength(1);
  });

  it('keeps both buttons when the answer is refused, and says why', async () => {
    await open('guardian_asked');
    server.on(ANSWER, { status: 409, body: { code: 'changed', message: 'The words have changed.' } });
    await press('Yes, I allow it');
    await screen.findByText('The words have changed.');
    expect(buttons()).toEqual(['Yes, I allow it', 'No']);
  });

  it.each([
    ['withdrawn', 'Take it back', /^You said yes\. They have stopped since/],
    ['refused', 'No', /^They have said no to being recorded/],
  ] as const)('takes a no also where the person has said one: %s', async (recording, button, words) => {
    await open(recording);
    expect(screen.getByText(words)).toBeTruthy();
    expect(buttons()).toEqual([button]);
    server.on(ANSWER, preview('guardian_refused'));
    await press(button);
    await screen.findByText('You said no. Nothing more is recorded, and nothing of it is public.');
    expect(answers()).toMatchObject([{ answer: 'no' }]);
  });

  it('has nothing to ask where nothing was said', async () => {
    await open('none');
    expect(screen.getByText('There is nothing to answer here at the moment.')).toBeTruthy();
    expect(buttons()).toEqual([]);
  });

  it('asks nothing over a link that is over, and says why', async () => {
    server.on('POST /api/consent/guardian/preview', {
      status: 410,
      body: { code: 'gone', message: 'This link is over.' },
    });
    await server.open('/guardian#the-token');
    render(<GuardianIsland />);
    expect(screen.getByText('Looking at your link...')).toBeTruthy();
    await screen.findByText('This link is over.');
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('This link opens nothing');
    expect(buttons()).toEqual([]);
  });

  it('opens another link that is opened in its tab, and no place of the page itself', async () => {
    const gone = { status: 410, body: { code: 'gone', message: 'This link is over.' } };
    server.on('POST /api/consent/guardian/preview', gone);
    await server.open('/guardian#dead');
    render(<GuardianIsland />, { container: document.body.appendChild(document.createElement('main')) });
    screen.getByRole('main').id = 'content';
    await screen.findByText('This link is over.');
    for (const fragment of ['content', 'dead', '', 'alive']) await openInSameTab(fragment);
    expect(visited).toEqual(['/guardian#alive']);
  });

  it('offers another try when the connection is cut', async () => {
    server.on('POST /api/consent/guardian/preview', 'cut');
    await server.open('/guardian#the-token');
    render(<GuardianIsland />);
    await screen.findByText('We could not check your link just now. Please try again.');
    expect(buttons()).toEqual(['Try Again']);
    server.on('POST /api/consent/guardian/preview', preview('guardian_asked'));
    await press('Try Again');
    await screen.findByRole('button', { name: 'Yes, I allow it' });
  });

  it('asks the server nothing without the whole link', async () => {
    await server.open('/guardian');
    render(<GuardianIsland />);
    await waitFor(() => expect(screen.getByText('This page needs the whole link from our mail.')).toBeTruthy());
    expect(server.received).toEqual([]);
  });
});
