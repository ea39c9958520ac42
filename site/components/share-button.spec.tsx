import { jest } from '@jest/globals';
import { fireEvent, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import './share-button.js';

const PAGE = 'https://stories.example/stories/anna#video-1';

const press = async (text: string) => {
  const user = userEvent.setup();
  await user.click(screen.getByText(text));
  return navigator.clipboard.readText();
};
const share = () => screen.getByRole('button', { name: "Share Zoë's Story" });
const isConfirmed = () => 'copied' in share().dataset;

describe('a share button', () => {
  beforeEach(() => {
    openAddress(PAGE);
    document.body.innerHTML = `<button data-share="/stories/zo%C3%AB">Share Zoë's Story</button>
      <button data-share>Share this page</button><button data-share="#video-2&amp;t=7"><span>Copy link to 0:07</span></button>
      <button>Something else</button>`;
  });

  it.each([
    ["Share Zoë's Story", 'https://stories.example/stories/zo%C3%AB'],
    ['Share this page', PAGE],
    ['Copy link to 0:07', 'https://stories.example/stories/anna#video-2&t=7'],
  ])('%s copies %s', async (name, address) => expect(await press(name)).toBe(address));

  it('leaves other buttons alone', async () => expect(await press('Something else')).toBe(''));

  describe('says so', () => {
    beforeEach(() => {
      jest.useFakeTimers();
      userEvent.setup({ delay: null });
    });
    afterEach(() => jest.useRealTimers());

    it('for two seconds from the last press', async () => {
      fireEvent.click(share());
      await jest.advanceTimersByTimeAsync(1_500);
      expect(isConfirmed()).toBe(true);
      fireEvent.click(share());
      await jest.advanceTimersByTimeAsync(1_900);
      expect(isConfirmed()).toBe(true);
      await jest.advanceTimersByTimeAsync(100);
      expect(isConfirmed()).toBe(false);
    });
  });

  describe('without a clipboard', () => {
    const ask = jest.fn<typeof window.prompt>();
    const copy = jest.fn<typeof document.execCommand>();
    beforeEach(() => {
      Object.defineProperty(navigator, 'clipboard', { configurable: true, value: undefined });
      window.prompt = ask;
      document.execCommand = copy;
      ask.mockClear();
    });

    it('copies the old way, and leaves the keyboard where it was', async () => {
      let copied: string | undefined;
      copy.mockImplementation(() => {
        const field = document.querySelector('textarea');
        // As browsers do, other than jsdom, when a text is selected.
        field?.focus();
        copied = field?.value;
        return true;
      });
      share().focus();
      fireEvent.click(share());
      await Promise.resolve();
      await Promise.resolve();
      expect(copied).toBe('https://stories.example/stories/zo%C3%AB');
      expect([document.querySelector('textarea'), document.activeElement, isConfirmed()]).toEqual([
        null,
        share(),
        true,
      ]);
      expect(ask).not.toHaveBeenCalled();
    });

    it('shows the address where nothing may be copied, and says nothing of a copy', async () => {
      copy.mockReturnValue(false);
      fireEvent.click(share());
      await Promise.resolve();
      await Promise.resolve();
      expect(ask).toHaveBeenCalledWith('Copy this link', 'https://stories.example/stories/zo%C3%AB');
      expect(isConfirmed()).toBe(false);
    });
  });
});
