import { jest } from '@jest/globals';
import { createEvent, fireEvent, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Button } from './button.js';

describe('a button that works', () => {
  it('does nothing at a press, says so, and keeps the focus', async () => {
    const onClick = jest.fn();
    const { rerender } = render(<Button onClick={onClick}>Save</Button>);
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(onClick).toHaveBeenCalledTimes(1);
    rerender(
      <Button pending pendingLabel="Saving..." onClick={onClick}>
        Save
      </Button>,
    );
    const button = screen.getByRole('button', { name: 'Saving...', busy: true });
    expect([button.ariaDisabled, document.activeElement]).toEqual(['true', button]);
    await userEvent.click(button);
    expect(onClick).toHaveBeenCalledTimes(1);
    rerender(<Button onClick={onClick}>Save</Button>);
    await userEvent.click(screen.getByRole('button', { name: 'Save', busy: false }));
    expect(onClick).toHaveBeenCalledTimes(2);
  });

  it('keeps its words where it has no others, and its form from being submitted again', () => {
    render(
      <form>
        <Button type="submit" pending>
          Save
        </Button>
      </form>,
    );
    const button = screen.getByRole('button', { name: 'Save' });
    const press = createEvent.click(button);
    fireEvent(button, press);
    expect(press.defaultPrevented).toBe(true);
  });
});

it('a button submits no form unless that is said', () => {
  render(<Button>Choose</Button>);
  expect(screen.getByRole('button', { name: 'Choose' })).toHaveProperty('type', 'button');
});
