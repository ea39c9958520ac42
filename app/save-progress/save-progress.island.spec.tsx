import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { ScreenServer } from '../testing/screen-server.js';
import SaveProgressIsland from './save-progress.island.js';

const PAGE = '/save-progress?contact_email=anna%2Bme%40example.org&question=2';
let server: ScreenServer;

beforeEach(() => {
  server = new ScreenServer();
  server.on('POST /api/save-progress', { body: { received: true } });
});
afterEach(() => server.close());

describe('the save-progress screen', () => {
  it('says what it is doing, sends the step, and leads to the steps where no redirect is set', async () => {
    await server.open(PAGE);
    render(<SaveProgressIsland />);
    expect(screen.getByRole('heading')).toHaveProperty('textContent', 'Saving Your Progress');
    await screen.findByText('Progress saved! No redirect configured.');
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
    server.on('POST /api/save-progress', { body: { received: true } });
    await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
    await screen.findByText('Progress saved! No redirect configured.');
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
  });

  it('saves nothing for an address that names no question', async () => {
    await server.open('/save-progress?contact_email=anna@example.org&question=99');
    render(<SaveProgressIsland />);
    await screen.findByText('Invalid question number');
    expect(screen.getByRole('link', { name: 'Answer Next Question' })).toHaveProperty('pathname', '/resume');
    expect(screen.queryByRole('button', { name: 'Try Again' })).toBeNull();
    expect(server.received).toEqual([]);
  });
});
