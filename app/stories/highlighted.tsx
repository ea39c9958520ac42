import type { SnippetPart } from '../../api/contract/transcript-search.js';

/** A text with its matches marked. */
export function Highlighted({ parts }: { parts: SnippetPart[] }) {
  let at = 0;
  return parts.map((part) => {
    const key = at;
    at += part.text.length;
    return part.isMatch ? <mark key={key}>{part.text}</mark> : <span key={key}>{part.text}</span>;
  });
}
