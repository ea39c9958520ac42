import { jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
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
});
