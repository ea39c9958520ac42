/** The video that a fragment of the form `#video-{id}` names, or null. */
export function clipOfFragment(hash: string): string | null {
  return /^#video-(.+)$/.exec(hash)?.[1] ?? null;
}
