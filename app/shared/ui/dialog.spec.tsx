import { jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Dialog } from './dialog.js';

const open = (children: React.ReactNode) =>
  render(
    <Dialog open onOpenChange={() => undefined} title="A question">
      {children}
    </Dialog>,
  );

describe('a dialog', () => {
  afterEach(() => jest.restoreAllMocks());

  it('begins at its first field', () => {
    open(<input aria-label="First name" />);
    expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'First name' }));
  });

  it('without a field begins at its heading, not at Close', () => {
    open(<a href="/resume">Go on</a>);
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'A question' }));
  });

  it('begins at its heading on a phone, whose keyboard would cover it', () => {
    const coarse = { matches: true } as MediaQueryList;
    jest.spyOn(globalThis, 'matchMedia').mockReturnValue(coarse);
    open(<input aria-label="First name" />);
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'A question' }));
  });

  it('higher than the screen brings into view what has the focus, also when that goes round', async () => {
    open(<input aria-label="First name" />);
    const seen = jest.spyOn(Element.prototype, 'scrollIntoView');
    await userEvent.tab();
    const close = screen.getByRole('button', { name: 'Close' });
    expect(document.activeElement).toBe(close);
    expect(seen.mock.contexts).toEqual([close]);
  });
});
