import { jest } from '@jest/globals';
import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { ConfirmDialog } from './confirm-dialog.js';
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

  it('does not begin at a file, which would be chosen by the next key', () => {
    open(<input type="file" aria-label="Video" />);
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

function Page({ asks }: { asks: boolean }) {
  const [isOpen, setOpen] = useState(false);
  const dialog = { open: isOpen, onOpenChange: setOpen, title: 'A question' };
  return (
    <>
      <button type="button">Another</button>
      <button type="button" onClick={() => setOpen(true)}>
        Ask
      </button>
      {asks ? <ConfirmDialog {...dialog} confirmLabel="Do it" onConfirm={() => {}} /> : <Dialog {...dialog} />}
    </>
  );
}
const opener = () => screen.getByRole('button', { name: 'Ask' });

describe('what had the focus when a dialog opened', () => {
  it.each([
    ['Escape', false, () => userEvent.keyboard('{Escape}')],
    ['Close', false, () => userEvent.click(screen.getByRole('button', { name: 'Close' }))],
    ['Escape', true, () => userEvent.keyboard('{Escape}')],
    ['Cancel', true, () => userEvent.click(screen.getByRole('button', { name: 'Cancel' }))],
  ])('has it again after %s (a question: %p)', async (_way, asks, close) => {
    render(<Page asks={asks} />);
    await userEvent.click(opener());
    const dialog = await screen.findByRole(asks ? 'alertdialog' : 'dialog', { name: 'A question' });
    expect(dialog.contains(document.activeElement)).toBe(true);
    await close();
    await waitFor(() => expect(document.activeElement).toBe(opener()));
    expect(screen.queryByRole(asks ? 'alertdialog' : 'dialog')).toBeNull();
  });
});

const ask = (changes: Partial<React.ComponentProps<typeof ConfirmDialog>> = {}) => {
  const told: string[] = [];
  render(
    <ConfirmDialog
      open
      onOpenChange={(isOpen) => told.push(isOpen ? 'opened' : 'closed')}
      title="Discard this recording?"
      confirmLabel="Discard"
      onConfirm={() => told.push('confirmed')}
      {...changes}
    />,
  );
  return told;
};

describe('a question before something that cannot be undone', () => {
  it('hides the page behind it, and tells what is asked and why', () => {
    ask({ description: 'It cannot be brought back.' });
    const dialog = screen.getByRole('alertdialog', { name: 'Discard this recording?' });
    expect(dialog.ariaModal).toBe('true');
    const description = document.getElementById(dialog.getAttribute('aria-describedby')!);
    expect(description?.textContent).toBe('It cannot be brought back.');
  });

  it('begins at the way out, which Enter takes', async () => {
    const told = ask({ cancelLabel: 'Keep it' });
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Keep it' }));
    await userEvent.keyboard('{Enter}');
    expect(told).toEqual(['closed']);
  });

  it('stays open while what was confirmed is done, once', async () => {
    const told = ask();
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(told).toEqual(['confirmed']);
  });

  it('is not confirmed twice', async () => {
    const told = ask({ pending: true, pendingLabel: 'Discarding…' });
    await userEvent.click(screen.getByRole('button', { name: 'Discarding…', busy: true }));
    expect(told).toEqual([]);
  });
});
