import { jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { ListSection } from './list-section.js';

const TEXTS = { heading: 'Places', empty: 'None', emptyHint: 'They appear here.' };
let narrow: EventTarget & { matches: boolean };

beforeEach(() => {
  narrow = Object.assign(new EventTarget(), { matches: false });
  jest.spyOn(globalThis, 'matchMedia').mockReturnValue(narrow as MediaQueryList);
});

const turn = (isNarrow: boolean) =>
  act(() => {
    narrow.matches = isNarrow;
    narrow.dispatchEvent(new Event('change'));
  });
const show = () =>
  render(
    <ListSection headingId="places" texts={TEXTS} isEmpty={false} isSeldom>
      <input aria-label="Name" />
    </ListSection>,
  );
const field = () => screen.getByLabelText('Name');

describe('a section that is seldom needed', () => {
  it('stays open, with what is typed in it, as a tablet is turned', async () => {
    show();
    await userEvent.type(field(), 'Half typed');
    turn(true);
    expect(screen.getByRole('button', { name: 'Places' }).getAttribute('aria-expanded')).toBe('true');
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Half typed');
  });

  it('keeps what is typed in it while it is shut', async () => {
    narrow.matches = true;
    show();
    expect(screen.queryByLabelText('Name')).toBeNull();
    const heading = screen.getByRole('button', { name: 'Places' });
    await userEvent.click(heading);
    await userEvent.type(field(), 'Half typed');
    await userEvent.click(heading);
    expect(screen.queryByRole('textbox', { name: 'Name' })).toBeNull();
    await userEvent.click(heading);
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveProperty('value', 'Half typed');
  });
});
