import { jest } from '@jest/globals';
import { createToastStore } from './toast-store.js';

describe('toast store', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('shows one toast at a time, the newest', () => {
    const store = createToastStore();
    store.show({ title: 'First' });
    store.show({ title: 'Second' });
    expect(store.read()).toMatchObject({ title: 'Second', open: true });
  });

  it('keeps a dismissed toast, closed, for 1,000,000 ms', () => {
    const store = createToastStore();
    store.show({ title: 'Saved' });
    store.dismiss(store.read()?.id ?? 0);
    jest.advanceTimersByTime(999_999);
    expect(store.read()).toMatchObject({ title: 'Saved', open: false });
    jest.advanceTimersByTime(1);
    expect(store.read()).toBeNull();
  });

  it('does not remove a toast that came after the dismissed one', () => {
    const store = createToastStore();
    store.show({ title: 'First' });
    store.dismiss(store.read()?.id ?? 0);
    store.show({ title: 'Second' });
    jest.advanceTimersByTime(2_000_000);
    expect(store.read()).toMatchObject({ title: 'Second' });
  });

  it('ignores the dismissal of a toast that is gone', () => {
    const store = createToastStore();
    store.show({ title: 'First' });
    const firstId = store.read()?.id ?? 0;
    store.show({ title: 'Second' });
    store.dismiss(firstId);
    expect(store.read()).toMatchObject({ title: 'Second', open: true });
  });

  it('takes back what was said of a failure, and nothing else', () => {
    const store = createToastStore();
    store.show({ title: 'Saved' });
    store.dismissFailure();
    expect(store.read()).toMatchObject({ open: true });
    store.show({ title: 'Not saved', variant: 'destructive' });
    store.dismissFailure();
    expect(store.read()).toMatchObject({ title: 'Not saved', open: false });
  });

  it('tells its listeners of every change until they leave', () => {
    const store = createToastStore();
    const listener = jest.fn();
    const leave = store.subscribe(listener);
    store.show({ title: 'First' });
    leave();
    store.show({ title: 'Second' });
    expect(listener).toHaveBeenCalledTimes(1);
  });
});
