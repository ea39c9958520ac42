import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type { ScreenServer } from '../testing/screen-server.js';
import { REFUSED, SESSION, signedInServer } from '../testing/staff-screen.js';
import Admin4Island from './admin4.island.js';

const USERS = 'GET /api/users';
const VIDEOS = 'GET /api/showcase-videos/approved';
let server: ScreenServer;
let saved: { name: string; blob: Blob | null };

/** What a browser would have saved in its downloads. */
function watchDownloads(): void {
  saved = { name: '', blob: null };
  URL.createObjectURL = (blob) => {
    saved.blob = blob as Blob;
    return 'blob:saved';
  };
  HTMLAnchorElement.prototype.click = function click() {
    saved.name = this.download;
  };
}

async function openScreen() {
  await server.open('/admin4');
  render(<Admin4Island staffAccounts={false} />);
  return screen.findByRole('button', { name: 'Download Markdown file' });
}

beforeEach(() => {
  watchDownloads();
  server = signedInServer()
    .on(USERS, { body: [{ id: 'u1', firstName: 'Anna', lastName: 'Berg' }] })
    .on(VIDEOS, {
      body: [
        { id: 'v1', userId: 'u1', questionId: 1, title: 'Life before', transcript: 'I loved to run.', isShown: true },
      ],
    })
    .on('GET /api/questions', {
      body: [{ id: 1, sequence: 1, title: 'Life before', text: 'How was it?', starterPhrase: null }],
    });
});
afterEach(() => server.close());

describe('the export', () => {
  it('downloads one file with the approved stories, and says what is in it', async () => {
    const button = await openScreen();
    expect(screen.getByText('The file holds names and personal stories. Each export is recorded.')).toBeTruthy();
    await userEvent.click(button);
    await screen.findByText(/^story-data-export-.*\.md is downloaded, with the stories of 1 person\.$/);
    expect(saved.name).toMatch(/^story-data-export-\d{4}-\d{2}-\d{2}\.md$/);
    expect(await saved.blob!.text()).toContain('I loved to run.');
  });

  it('says that the file is being made', async () => {
    server.on(USERS, () => new Promise(() => {}));
    const button = await openScreen();
    await userEvent.click(button);
    expect(screen.getByRole('button', { name: 'Generating…' }).getAttribute('aria-busy')).toBe('true');
  });

  it('says that there is no story yet', async () => {
    server.on(USERS, { body: [] }).on(VIDEOS, { body: [] });
    await userEvent.click(await openScreen());
    await screen.findByText(/without a story so far/);
  });

  it('says that it failed, and can be tried again', async () => {
    server.on(VIDEOS, { status: 500, body: { code: 'internal', message: 'Oh' } });
    const button = await openScreen();
    await userEvent.click(button);
    await screen.findByText('Export Failed: Failed to generate markdown file. Please try again.');
    expect(screen.getByText('Export Failed')).toBeTruthy();
    expect(saved.blob).toBeNull();
    server.on(VIDEOS, { body: [] });
    await userEvent.click(button);
    await screen.findByText(/ is downloaded/);
  });

  it('leaves an ended session to the gate', async () => {
    const button = await openScreen();
    server.on(USERS, REFUSED).on(SESSION, REFUSED);
    await userEvent.click(button);
    await screen.findByText(/^Your session has ended/);
    expect(document.body.textContent).not.toContain('Export Failed');
  });
});
