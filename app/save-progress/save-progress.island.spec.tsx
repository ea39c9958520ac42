import { jest } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { DEFAULT_RETRY_DELAYS_MS } from '../shared/http/with-retries.js';
import { comeBack } from '../testing/leaving.js';
import { NOT_FOUND, ScreenServer } from '../testing/screen-server.js';
import SaveProgressIsland from './save-progress.island.js';

const PAGE = '/save-progress?contact_email=anna%2Bme%40example.org&question=2';
let server: ScreenServer;
const { setTimeout: setLater } = globalThis;

beforeEach(() => {
  visited.length = 0;
  server = new ScreenServer();
  server.on('POST /api/save-progress', { body: { received: true } });
  server.on('GET /api/redirect/2', NOT_FOUND);
});
afterEach(() => {
  jest.restoreAllMocks();
  globalThis.setTimeout = setLater;
  return server.close();
});

describe('the save-progress screen', () => {
  it('says what it is doing, sends the step, and leads to the steps where no redirect is set', async () => {
    await server.open(PAGE);
    render(<SaveProgressIsland />);
    expect(screen.getByRole('heading')).toHaveProperty('textContent', 'Saving Your Progress');
    const said = await screen.findByText('Progress saved! No redirect configured.');
    expect(said.closest('[aria-live=polite]')).not.toBeNull();
    expect(server.received[0]).toMatchObject({
      call: 'POST /api/save-progress',
      body: { email: 'anna+me@example.org', field: 'life_before_completed_at', questionNumber: 2 },
    });
    expect(screen.getByRole('link', { name: 'See all interview steps' })).toHaveProperty('pathname', '/resume');
  });

  it('offers another try after a failure, which can end well', async () => {
    server.on('POST /api/save-progress', { status: 400, body: { code: 'invalid', message: 'No' } });
    await server.open(PAGE);
    render(<SaveProgressIsland />);
    await screen.findByRole('heading', { name: 'Error saving progress' });
    expect(screen.getByText('Upload Complete!')).toBeTruthy();
    server.on('POST /api/save-progress', { body: { received: true } });
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await screen.findByText('Progress saved! No redirect configured.');
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
  });

  it('leads on with the e-mail where a redirect is set', async () => {
    server.on('GET /api/redirect/2', { body: { redirectUrl: 'https://forms.example.org/next' } });
    await server.open(PAGE);
    render(<SaveProgressIsland />);
    await screen.findByRole('heading', { name: 'Video Upload Successful! Redirecting...' });
    expect(screen.queryByRole('link', { name: 'See all interview steps' })).toBeNull();
    const address = 'https://forms.example.org/next?contact_email=anna%2Bme%40example.org';
    await waitFor(() => expect(visited).toEqual([address]));
  });

  it('leads whoever comes back from there to the steps', async () => {
    server.on('GET /api/redirect/2', { body: { redirectUrl: 'https://forms.example.org/next' } });
    await server.open(PAGE);
    render(<SaveProgressIsland />);
    await waitFor(() => expect(visited).toHaveLength(1));
    expect(screen.getByRole('heading', { name: 'Video Upload Successful! Redirecting...' })).toBeTruthy();
    comeBack();
    expect(screen.getByRole('heading', { name: 'Progress saved!' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'See all interview steps' })).toHaveProperty('pathname', '/resume');
  });

  it('leads on once a server that is away for a moment is back', async () => {
    server.on('GET /api/redirect/2', () => {
      server.on('GET /api/redirect/2', { body: { redirectUrl: 'https://forms.example.org/next' } });
      return { status: 503, body: { code: 'away', message: 'Shortly.' } };
    });
    globalThis.setTimeout = ((run: () => void, ms: number) =>
      setLater(run, ms === DEFAULT_RETRY_DELAYS_MS[0] ? 0 : ms)) as typeof setTimeout;
    await server.open(PAGE);
    render(<SaveProgressIsland />);
    await waitFor(() => expect(visited).toEqual([expect.stringMatching(/^https:\/\/forms\.example\.org\/next/)]));
  });

  it('says that the step could not be noted when the connection is cut', async () => {
    server.on('POST /api/save-progress', 'cut');
    await server.open(PAGE);
    render(<SaveProgressIsland />);
    await screen.findByText(/Your video has arrived safely/);
    expect(screen.getByText('Upload Complete!')).toBeTruthy();
    expect(server.received).toHaveLength(1);
  });

  it('saves nothing without an e-mail, and its offer to go on can be closed', async () => {
    const told = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    await server.open('/save-progress?question=2');
    render(<SaveProgressIsland />);
    await screen.findByRole('dialog', { name: 'Continue Your Interview' });
    await userEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByRole('heading', { name: 'Video Upload Successful! Redirecting...' })).toBeTruthy();
    expect(server.received).toEqual([]);
    expect(told).toHaveBeenCalledTimes(1);
  });

  it('saves nothing for an address that names no question', async () => {
    jest.spyOn(console, 'error').mockImplementation(() => undefined);
    await server.open('/save-progress?contact_email=anna@example.org&question=99');
    render(<SaveProgressIsland />);
    await screen.findByText('Invalid question number');
    expect(screen.getByRole('link', { name: 'Answer Next Question' })).toHaveProperty('pathname', '/resume');
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
    expect(server.received).toEqual([]);
  });
});
