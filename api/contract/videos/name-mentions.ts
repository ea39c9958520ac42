/** Where words still tell a name: `where` in words of a person, and the words around it. */
export interface NameMention {
  videoId: string;
  title: string;
  where: 'title' | 'description' | 'transcript';
  excerpt: string;
}

interface ToldVideo {
  id: string;
  title: string;
  description: string;
  transcript: string;
}

const AROUND = 30;
const FIELDS = ['title', 'description', 'transcript'] as const;

/**
 * Where the words of somebody who is shown under another name still tell their own: as a whole word, in any case. One mention
 * for each field and video. A single letter is no name to look for.
 */
export function findNameMentions(
  { firstName, lastName }: { firstName: string; lastName: string },
  shownName: string | null,
  videos: readonly ToldVideo[],
): NameMention[] {
  if (shownName === null || shownName === firstName) return [];
  const shown = new Set(wordsOf(shownName));
  const names = [...wordsOf(firstName), ...wordsOf(lastName)].filter((name) => name.length > 1 && !shown.has(name));
  if (names.length === 0) return [];
  const pattern = new RegExp(`(?<![\\p{L}\\p{M}\\p{N}])(?:${names.join('|')})(?![\\p{L}\\p{M}\\p{N}])`, 'iu');
  return videos.flatMap((video) =>
    FIELDS.flatMap((where) => {
      const text = video[where].normalize('NFC');
      const found = pattern.exec(text);
      if (!found) return [];
      const excerpt = around(text, found.index, found[0].length);
      return [{ videoId: video.id, title: video.title, where, excerpt }];
    }),
  );
}

/** Letters and digits alone: nothing in them means anything to a pattern. */
function wordsOf(name: string): string[] {
  return (
    name
      .normalize('NFC')
      .toLowerCase()
      .match(/[\p{L}\p{M}\p{N}]+/gu) ?? []
  );
}

/** Whole words, where there are spaces between them, and whole characters. */
function around(text: string, index: number, length: number): string {
  const start = index - AROUND;
  const end = index + length + AROUND;
  const before = start > 0 ? `…${text.slice(start - 1, index).replace(/^\S*\s+(?=\S)/u, '')}` : text.slice(0, index);
  const rest = text.slice(index + length, end + 1);
  const after = end < text.length ? `${rest.replace(/(\S)\s+\S*$/u, '$1')}…` : rest;
  const words = before + text.slice(index, index + length) + after;
  // Half a character is left where the cut went through it.
  return words
    .replaceAll(/\p{Cs}/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}
