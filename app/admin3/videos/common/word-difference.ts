import { diffWordsWithSpace } from 'diff';

export interface DifferencePart {
  kind: 'same' | 'added' | 'removed' | 'gap';
  text: string;
}

/** Of two whole books a difference would not be read, and would hold the page up. */
const TIMEOUT_MS = 1_000;
/** Characters that stay of what is the same, before and after what is not. */
const CONTEXT = 80;

/** What was taken out and put in on the way from `before` to `after`, by words; null where that is too much. */
export function wordDifference(before: string, after: string, timeoutMs = TIMEOUT_MS): DifferencePart[] | null {
  const changes = diffWordsWithSpace(before, after, { timeout: timeoutMs });
  if (!changes) return null;
  return changes.flatMap(({ added, removed, value }, index): DifferencePart[] => {
    if (added) return [{ kind: 'added', text: value }];
    if (removed) return [{ kind: 'removed', text: value }];
    return shorten(value, { isFirst: index === 0, isLast: index === changes.length - 1 });
  });
}

function shorten(text: string, { isFirst, isLast }: { isFirst: boolean; isLast: boolean }): DifferencePart[] {
  const head = isFirst ? '' : text.slice(0, CONTEXT);
  const tail = isLast ? '' : text.slice(-CONTEXT);
  if (text.length <= CONTEXT * 2) return [{ kind: 'same', text }];
  const parts: DifferencePart[] = [
    { kind: 'same', text: head },
    { kind: 'gap', text: '' },
    { kind: 'same', text: tail },
  ];
  return parts.filter(({ kind, text: kept }) => kind === 'gap' || kept !== '');
}
