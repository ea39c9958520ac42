import type { Publication } from '../../stories/shown-video.js';

/**
 * Makes something of stories once, and returns it again for the very same ones with the same values beside them: those that
 * have not changed since the last run are the same objects. What is made of an archive is kept by the first of its stories,
 * for as long as that is.
 */
export function remembered<Rest extends unknown[], Made>(
  make: (stories: readonly Publication[], ...rest: Rest) => Made,
): (stories: readonly Publication[], ...rest: Rest) => Made {
  const known = new WeakMap<Publication, { stories: readonly Publication[]; rest: string; made: Made }>();
  return (stories, ...values) => {
    const first = stories[0];
    const rest = values.length === 0 ? '' : JSON.stringify(values);
    const before = first && known.get(first);
    if (before?.rest === rest && areSame(before.stories, stories)) return before.made;
    const made = make(stories, ...values);
    if (first) known.set(first, { stories, rest, made });
    return made;
  };
}

/** In a loop: this is asked of every story in each run. */
function areSame(some: readonly Publication[], others: readonly Publication[]): boolean {
  if (some.length !== others.length) return false;
  for (let at = 0; at < some.length; at++) if (some[at] !== others[at]) return false;
  return true;
}
