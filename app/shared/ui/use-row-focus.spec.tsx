import { render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { useRowFocus } from './use-row-focus.js';

/** A list whose rows go with a press in them. */
function List({ rows }: { rows: string[] }) {
  const [left, setLeft] = useState(rows);
  const { fallback, list, focusAt } = useRowFocus<HTMLHeadingElement>();
  return (
    <>
      <h2 ref={fallback} tabIndex={-1}>
        The list
      </h2>
      <ul ref={list}>
        {left.map((row, index) => (
          <li key={row} tabIndex={-1} aria-label={row}>
            <button
              type="button"
              onClick={() => {
                setLeft(left.filter((one) => one !== row));
                focusAt(index);
              }}
            >
              Remove {row}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Its rows stand deeper. */
function Deep() {
  const { list, focusAt } = useRowFocus();
  return (
    <section ref={list}>
      <ul>
        {['a', 'b'].map((name, index) => (
          <li key={name} tabIndex={-1} aria-label={name} data-row>
            <button type="button" onClick={() => focusAt(1 - index)}>
              Leave {name}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

const remove = (row: string) => userEvent.click(screen.getByRole('button', { name: `Remove ${row}` }));
const row = (name: string) => screen.getByRole('listitem', { name });

it('the focus goes from a row that is gone to the one in its place, to the last one behind the end, then to the heading', async () => {
  render(<List rows={['a', 'b', 'c']} />);
  await remove('a');
  await waitFor(() => expect(document.activeElement).toBe(row('b')));
  await remove('c');
  await waitFor(() => expect(document.activeElement).toBe(row('b')));
  await remove('b');
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'The list' })));
});

it('rows that stand deeper in the list are known by their mark', async () => {
  render(<Deep />);
  await userEvent.click(screen.getByRole('button', { name: 'Leave a' }));
  await waitFor(() => expect(document.activeElement).toBe(row('b')));
});
