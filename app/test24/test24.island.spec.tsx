import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import Test24Island from './test24.island.js';

const EMBED = { origin: 'https://player.example.org', videoId: '42' };

describe('the page with a hosted video', () => {
  it('loads nothing of the host before somebody presses play, and says that it will', () => {
    render(<Test24Island embed={EMBED} />);
    expect(screen.queryByTitle('Video player: Big Buck Bunny')).toBeNull();
    expect(screen.getByText(/^The video comes from player\.example\.org\. Nothing is loaded from there/)).toBeTruthy();
  });

  it('plays the first question at a press of play, in a frame that has the focus', async () => {
    render(<Test24Island embed={EMBED} />);
    await userEvent.click(screen.getByRole('button', { name: 'Play video' }));
    const frame = screen.getByTitle<HTMLIFrameElement>('Video player: Big Buck Bunny');
    expect(frame.src).toBe('https://player.example.org/video/42?dnt=1&autoplay=1#t=0s');
    expect(document.activeElement).toBe(frame);
    expect(screen.getByText('Playing from: A morning')).toBeTruthy();
  });

  it('goes to another question', async () => {
    render(<Test24Island embed={EMBED} />);
    await userEvent.click(screen.getByRole('button', { name: /^Watch from 3:10/ }));
    expect(screen.getByTitle<HTMLIFrameElement>('Video player: Big Buck Bunny').src).toContain('#t=190s');
    const current = screen.getAllByRole('listitem').filter((item) => item.getAttribute('aria-current') === 'true');
    expect(current.map((item) => item.querySelector('h3')?.textContent)).toEqual(['What changed']);
  });
});
