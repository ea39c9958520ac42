/** What forbids system calls, for bubblewrap; null on a machine whose calls are not known here. */
export function seccompFilter(_arch: string): Buffer | null {
  return null;
}
