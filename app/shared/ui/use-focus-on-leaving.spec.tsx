import { act, render, screen } from '@testing-library/react';
import { LoadFailure } from './load-failure.js';

function Section({ hasFailed, field }: { hasFailed: boolean; field?: (element: HTMLInputElement | null) => void }) {
  return (
    <section>
      <h2>Photos</h2>
      {hasFailed ? <LoadFailure text="They could not be loaded." onTryAgain={() => {}} /> : <p>Loading</p>}
      {!hasFailed && field && <input ref={field} />}
    </section>
  );
}

/** The failure goes, with the focus where it is. */
async function leave(field?: (element: HTMLInputElement | null) => void): Promise<void> {
  const { rerender } = render(<Section hasFailed />);
  screen.getByRole('button').focus();
  await act(async () => rerender(<Section hasFailed={false} field={field} />));
}

describe('the focus of what goes', () => {
  it('comes to the heading above', async () => {
    await leave();
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Photos' }));
  });

  it('stays with what has taken it', async () => {
    await leave((element) => element?.focus());
    expect(document.activeElement).toBe(screen.getByRole('textbox'));
  });
});
