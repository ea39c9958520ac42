import { render, screen } from '@testing-library/react';
import { ProgressBar } from './progress-bar.js';
import { StatusLine } from './status-line.js';

it('a status is there before it says anything, and is read out when it does', () => {
  const { rerender } = render(<StatusLine />);
  const status = screen.getByRole('status');
  expect([status.textContent, status.ariaLive]).toEqual(['', 'polite']);
  rerender(<StatusLine tone="danger">Not saved</StatusLine>);
  expect([screen.getByRole('status'), status.textContent]).toEqual([status, 'Not saved']);
});

it('a status that a toast has said is written, and not read out once more', () => {
  render(<StatusLine isSaid>Not saved</StatusLine>);
  expect(screen.getByText('Not saved').closest('output, [aria-live]')).toBeNull();
});

it.each([
  [-5, 0],
  [40, 40],
  [140, 100],
])('a progress of %i is shown as %i of 100, under its name', (value, shown) => {
  render(<ProgressBar value={value} label="Upload of garden.jpg" />);
  const bar = screen.getByRole<HTMLProgressElement>('progressbar', { name: 'Upload of garden.jpg' });
  expect([bar.getAttribute('value'), bar.max]).toEqual([String(shown), 100]);
});
