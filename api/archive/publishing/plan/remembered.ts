import type { Publication } from '../../stories/shown-video.js';

/**
 * Makes something of stories once, and returns it again for the very same ones with the same values beside them: those that
 * have not changed since the last run are the same objects. It is kept by the first of them, for as long as that is.
 */
export function remembered<Rest extends unknown[], Made>(
  make: (stories: readonly Publication[], ...rest: Rest) => Made,
): (stories: readonly Publication[], ...rest: Rest) => Made {
  const known = new WeakMap<Publication, { stories: readonly Publication[]; rest: string; made: Made }>();
  return (stories, ...values) => {
    const first = stories[0];
    const rest = JSON.stringify(values);
    const before = first && known.get(first);
    if (before?.rest === rest && areSame(before.stories, stories)) return before.made;
    const made = make(stories, ...values);
    if (first) known.set(first, { stories, rest, made });
    return made;
  };
}

function areSame(some: readonly Publication[], others: readonly Publication[]): boolean {
  return some.length === others.length && some.every((one, at) => one === others[at]);
}
