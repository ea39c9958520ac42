import { act, renderHook } from '@testing-library/react';
import { useOneAtATime } from './use-one-at-a-time.js';

it.each(['arrives', 'fails'])('what is under way is not begun again, and can be once it %s', async (outcome) => {
  const begun: [string, PromiseWithResolvers<void>][] = [];
  const { result } = renderHook(() =>
    useOneAtATime((name: string) => {
      const work = Promise.withResolvers<void>();
      begun.push([name, work]);
      return work.promise;
    }),
  );
  const names = () => begun.map(([name]) => name);
  result.current('first');
  result.current('second');
  expect(names()).toEqual(['first']);
  const [, first] = begun[0]!;
  if (outcome === 'arrives') first.resolve();
  else first.reject(new Error('cut'));
  await act(() => Promise.resolve());
  result.current('third');
  expect(names()).toEqual(['first', 'third']);
});
