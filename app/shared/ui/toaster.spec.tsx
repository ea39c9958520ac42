import { jest } from '@jest/globals';
import { act, render, screen } from '@testing-library/react';
import { TOAST_DURATION_MS, TOAST_REPLACE_RECORDING_MS } from '../../../api/contract/common/screen-numbers.js';
import { type ToastOptions, toast, toastStore } from './toast-store.js';
import { Toaster } from './toaster.js';

const isShown = () => screen.queryByRole('button', { name: 'Close' }) !== null;

beforeEach(() => void jest.useFakeTimers());
afterEach(() => {
  act(() => toastStore.clear());
  jest.useRealTimers();
});

it.each<[string, number, ToastOptions]>([
  ['its own time', TOAST_REPLACE_RECORDING_MS, { title: 'Replaced', durationMs: TOAST_REPLACE_RECORDING_MS }],
  ['the time of every other', TOAST_DURATION_MS, { title: 'Saved' }],
])('a toast is shown for %s: %i ms', (_whose, durationMs, options) => {
  render(<Toaster />);
  act(() => toast(options));
  act(() => jest.advanceTimersByTime(durationMs - 1));
  expect(isShown()).toBe(true);
  act(() => jest.advanceTimersByTime(1));
  expect(isShown()).toBe(false);
});
