import { render, screen } from '@testing-library/react';
import { TextArea, TextField } from './text-field.js';

/** What a screen reader says after the name of a field. */
const descriptionOf = (field: HTMLElement) =>
  field
    .getAttribute('aria-describedby')
    ?.split(' ')
    .map((id) => document.getElementById(id)?.textContent);

describe.each([
  ['a field of one line', TextField],
  ['a field of several lines', TextArea],
])('%s', (_name, Control) => {
  it('has its label for a name, and nothing to add', () => {
    render(<Control label="E-mail" />);
    const field = screen.getByRole('textbox', { name: 'E-mail' });
    expect([descriptionOf(field), field.ariaInvalid]).toEqual([undefined, null]);
  });

  it('is described by its hint, and by what is wrong with it', () => {
    const { rerender } = render(<Control label="E-mail" hint="We write to it." />);
    const field = screen.getByRole('textbox', { name: 'E-mail' });
    expect([descriptionOf(field), field.ariaInvalid]).toEqual([['We write to it.'], null]);
    rerender(<Control label="E-mail" hint="We write to it." error="It has no @." />);
    expect([descriptionOf(field), field.ariaInvalid]).toEqual([['We write to it.', 'It has no @.'], 'true']);
    rerender(<Control label="E-mail" error="It has no @." />);
    expect(descriptionOf(field)).toEqual(['It has no @.']);
  });
});

it('two fields of the same label are described each by its own hint', () => {
  render(
    <>
      <TextField label="Name" hint="The first one" />
      <TextField label="Name" hint="The second one" />
    </>,
  );
  const fields = screen.getAllByRole('textbox', { name: 'Name' });
  expect(fields.map(descriptionOf)).toEqual([['The first one'], ['The second one']]);
});
