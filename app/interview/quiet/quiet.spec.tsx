import 'fake-indexeddb/auto';
import { jest } from '@jest/globals';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { toastStore } from '../../shared/ui/toast-store.js';
import { FakeCamera } from '../../testing/fake-camera.js';
import { InterviewServer } from '../../testing/interview-server.js';
import InterviewIsland from '../interview.island.js';

let server: InterviewServer;
let camera: FakeCamera;
beforeEach(() => {
  server = new InterviewServer();
  camera = new FakeCamera().install();
  localStorage.clear();
});
afterEach(() => {
  cleanup();
  toastStore.clear();
  return server.close();
});

const open = async () => {
  await server.open('/');
  render(<InterviewIsland documentaryUrl={null} />);
  await screen.findByRole('heading', { name: 'Life before' });
};
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const choose = async (role: 'menuitem' | 'menuitemradio' | 'menuitemcheckbox', name: RegExp) => {
  await press('Settings');
  await userEvent.click(await screen.findByRole(role, { name }));
};
const frame = () => document.querySelector<HTMLElement>('.interview')!.dataset;

it('is entered and left by a press, and remembers the hand', async () => {
  await open();
  expect(frame().quiet).toBeUndefined();
  await choose('menuitemcheckbox', /Quiet way/);
  await waitFor(() => expect(frame()).toMatchObject({ quiet: 'true', hand: 'both' }));
  await choose('menuitemradio', /left hand/);
  await waitFor(() => expect(frame().hand).toBe('left'));
  cleanup();
  await open();
  expect(frame()).toMatchObject({ quiet: 'true', hand: 'left' });
  await choose('menuitemcheckbox', /Quiet way/);
  await waitFor(() => expect(frame().quiet).toBeUndefined());
});

it('goes its usual way where what is remembered is no setting of ours', async () => {
  localStorage.setItem('interview-quiet', '{"isQuiet":"yes","hand":"third"}');
  await open();
  expect(frame().quiet).toBeUndefined();
});

it('records by itself once somebody speaks, where that is wanted, and not otherwise', async () => {
  await open();
  await press('Allow Camera Access');
  await screen.findByText('Ready when you are');
  camera.loudness = 0;
  await choose('menuitemcheckbox', /Hands-free/);
  await screen.findByText('Hands-free: it starts when you speak.');
  camera.loudness = 0.5;
  await screen.findByText(/Recording starts in/);
  await press('Cancel');
  // Whoever says no by a press is left alone.
  await screen.findByRole('button', { name: 'Record' });
  await waitFor(() => expect(screen.queryByText('Hands-free: it starts when you speak.')).toBeNull());
});

it('hears nothing while the page is not seen, and listens again afterwards', async () => {
  await open();
  await press('Allow Camera Access');
  await screen.findByText('Ready when you are');
  camera.loudness = 0;
  await choose('menuitemcheckbox', /Hands-free/);
  await screen.findByText('Hands-free: it starts when you speak.');
  const hidden = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  camera.loudness = 0.5;
  await new Promise((resolve) => setTimeout(resolve, 1_000));
  expect(screen.queryByText(/Recording starts in/)).toBeNull();
  hidden.mockRestore();
  await screen.findByText(/Recording starts in/);
});

it('reminds by mail on the day that is picked, and takes that back', async () => {
  let at: string | null = null;
  server.on('GET /api/reminder', () => ({ body: { at } }));
  server.on('PUT /api/reminder', ({ body }) => {
    ({ at } = body as { at: string });
    return { body: { at } };
  });
  server.on('DELETE /api/reminder', { status: 204 });
  await open();
  await choose('menuitem', /Remind me by mail/);
  const dialog = within(await screen.findByRole('dialog', { name: 'Remind me' }));
  await userEvent.click(dialog.getByRole('button', { name: 'Remind me on that day' }));
  await dialog.findByText(/^We write to you on /);
  expect(Date.parse(at!)).toBeGreaterThan(Date.now());
  await userEvent.click(dialog.getByRole('button', { name: 'Do not remind me' }));
  await dialog.findByText('You are not reminded.');
});

it('says in words of the server why somebody is not reminded', async () => {
  server.on('GET /api/reminder', { body: { at: null } });
  server.on('PUT /api/reminder', { status: 403, body: { code: 'email_unproven', message: 'Open the link first.' } });
  await open();
  await choose('menuitem', /Remind me by mail/);
  await press('Remind me on that day');
  await screen.findByText('Open the link first.');
});
