import { Search, X } from 'lucide-react';
import type { RefObject } from 'react';
import { SEARCH_MESSAGES as messages } from './search.messages.js';

interface SearchBoxProps {
  input: RefObject<HTMLInputElement | null>;
  query: string;
  onType: (query: string) => void;
  onSubmit: (query: string) => void;
}

export function SearchBox({ input, query, onType, onSubmit }: SearchBoxProps) {
  return (
    <search>
      <form
        className="relative noscript:hidden"
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit(query);
        }}
      >
        <Search size={24} aria-hidden className="absolute top-1/2 left-5 -translate-y-1/2 text-muted" />
        <input
          ref={input}
          type="search"
          name="q"
          className="input search-input"
          aria-label={messages.label}
          placeholder={messages.placeholder}
          autoComplete="off"
          enterKeyHint="search"
          value={query}
          onChange={(event) => onType(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onType('');
          }}
        />
        {query !== '' && (
          <button
            type="button"
            className="button absolute top-1/2 right-2 px-3 -translate-y-1/2"
            data-variant="quiet"
            onClick={() => {
              onType('');
              input.current?.focus();
            }}
          >
            <X size={20} aria-hidden /> {messages.clear}
          </button>
        )}
      </form>
    </search>
  );
}
