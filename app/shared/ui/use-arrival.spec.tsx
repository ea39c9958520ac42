import { jest } from '@jest/globals';
import { render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { useArrival } from './use-arrival.js';

function Step({ isNew }: { isNew?: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useArrival(heading, isNew);
  return (
    <h2 ref={heading} tabIndex={-1}>
      A new step
    </h2>
  );
}

describe('arriving at a step', () => {
  const scrolled = jest.spyOn(globalThis, 'scrollTo');
  beforeEach(() => scrolled.mockClear());

  it('begins at the top of the page, with the focus on its heading', () => {
    render(<Step />);
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'A new step' }));
    expect(scrolled.mock.calls).toEqual([[0, 0]]);
  });

  it('moves nothing where one has been already, until it is new', () => {
    const { rerender } = render(<Step isNew={false} />);
    expect([document.activeElement, scrolled.mock.calls]).toEqual([document.body, []]);
    rerender(<Step isNew />);
    expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'A new step' }));
    expect(scrolled).toHaveBeenCalledTimes(1);
  });
});
