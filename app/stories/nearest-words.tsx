import { useEffect, useState } from 'react';
import { opensElsewhere } from '../shared/ui/opens-elsewhere.js';
import { readSiteWords } from './search-sources.js';
import { SEARCH_MESSAGES as messages } from './search.messages.js';
import { withQuery } from './use-query-in-address.js';

interface NearestWordsProps {
  query: string;
  onSearch: (words: string) => void;
}

/** Where nothing was found: words of the archive that may have been meant, each of which is found. */
export function NearestWords({ query, onSearch }: NearestWordsProps) {
  const words = useNearestWords(query);
  if (words.length === 0) return null;
  return (
    <p className="mt-4 flex flex-wrap items-baseline gap-x-2 text-lg">
      {messages.didYouMean}
      {words.map((word) => (
        <a
          key={word}
          className="inline-flex min-h-11 min-w-11 items-center font-serif"
          href={withQuery(location.href, word)}
          onClick={(event) => {
            if (opensElsewhere(event.currentTarget, event)) return;
            event.preventDefault();
            onSearch(word);
          }}
        >
          {word}
        </a>
      ))}
    </p>
  );
}

function useNearestWords(query: string): string[] {
  const [found, setFound] = useState<{ query: string; words: string[] }>({ query: '', words: [] });
  useEffect(() => {
    let isCurrent = true;
    const read = async () => {
      const words = await readSiteWords(query);
      if (isCurrent) setFound({ query, words });
    };
    void read();
    return () => {
      isCurrent = false;
    };
  }, [query]);
  return found.query === query ? found.words : [];
}
