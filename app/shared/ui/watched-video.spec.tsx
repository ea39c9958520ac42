import { fireEvent, render, screen } from '@testing-library/react';
import { NOT_FOUND, ScreenServer } from '../../testing/screen-server.js';
import { WatchedVideo } from './watched-video.js';

const NOT_LOADED = 'The video could not be loaded just now. Please try again in a moment.';
const NOT_PLAYABLE = 'This browser cannot play the video.';

const player = () => screen.getByLabelText<HTMLVideoElement>('A quiet day');
const status = () => screen.getByRole('status').textContent;
const show = (src = '/a', version?: string) => <WatchedVideo src={src} version={version} aria-label="A quiet day" />;

describe('a player', () => {
  let server: ScreenServer;
  beforeEach(async () => {
    server = new ScreenServer().on('HEAD /a', {}).on('HEAD /b', {});
    await server.open('/');
  });
  afterEach(() => server.close());

  it('has no words while nothing has failed', () => {
    render(show());
    expect(status()).toBe('');
  });

  it('says below it why it does not play', async () => {
    render(show());
    fireEvent.error(player());
    await screen.findByText(NOT_PLAYABLE);
    server.on('HEAD /a', NOT_FOUND);
    fireEvent.error(player());
    await screen.findByText(NOT_LOADED);
  });

  it('says no more of it once it plays after all', async () => {
    render(show());
    fireEvent.error(player());
    await screen.findByText(NOT_PLAYABLE);
    fireEvent.loadedMetadata(player());
    expect(status()).toBe('');
  });

  it.each([
    ['another file', '/b', undefined],
    ['another version of it', '/a', 'prepared'],
  ])('is loaded anew, with the words gone, for %s', async (_name, src, version) => {
    const { rerender } = render(show());
    fireEvent.error(player());
    await screen.findByText(NOT_PLAYABLE);
    const before = player();
    rerender(show(src, version));
    expect([status(), player() === before]).toEqual(['', false]);
  });

  it('goes on where nothing has failed, though its file is another version by now', () => {
    const { rerender } = render(show());
    const before = player();
    rerender(show('/a', 'prepared'));
    expect(player()).toBe(before);
  });

  it('says nothing of a file that it has left meanwhile', async () => {
    const { promise, resolve } = Promise.withResolvers<{ status: number }>();
    server.on('HEAD /a', () => promise);
    const { rerender } = render(show());
    fireEvent.error(player());
    rerender(show('/b'));
    resolve({ status: 404 });
    fireEvent.error(player());
    await screen.findByText(NOT_PLAYABLE);
    expect(screen.queryByText(NOT_LOADED)).toBeNull();
  });
});
