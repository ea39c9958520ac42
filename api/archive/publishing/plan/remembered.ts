import type { Publication } from '../../stories/shown-video.js';

/**
 * Makes something of stories once, and returns it again for the very same ones with the same values beside them: those that
 * have not changed since the last run are the same objects. It is kept with the first of the stories, in a property that
 * nobody else sees: a WeakMap takes ten times as long, and this is asked of every story in each run.
 */
export function remembered<Rest extends unknown[], Made>(
  make: (stories: readonly Publication[], ...rest: Rest) => Made,
): (stories: readonly Publication[], ...rest: Rest) => Made {
  const KNOWN = Symbol('known');
  type Remembering = Publication & { [KNOWN]?: { stories: readonly Publication[]; rest: string; made: Made } };
  let latestRest = '';
  return (stories, ...values) => {
    const first: Remembering | undefined = stories[0];
    const rest = values.length === 0 ? '' : JSON.stringify(values);
    const before = first?.[KNOWN];
    if (before?.rest === rest && areSame(before.stories, stories)) return before.made;
    const made = make(stories, ...values);
    // Mostly the same text, which need not be in memory for each.
    if (latestRest !== rest) latestRest = rest;
    const value = { stories, rest: latestRest, made };
    if (first) Object.defineProperty(first, KNOWN, { value, writable: true, configurable: true });
    return made;
  };
}

function areSame(some: readonly Publication[], others: readonly Publication[]): boolean {
  if (some.length !== others.length) return false;
  for (let at = 0; at < some.length; at++) if (some[at] !== others[at]) return false;
  return true;
}
