import type { PublishingFailure, PublishingState } from '../../contract/staff/publishing.js';

const REASONS: Record<string, string> = {
  ENOSPC: 'The disk is full.',
  EACCES: 'A file of the public pages may not be written.',
  EPERM: 'A file of the public pages may not be written.',
  EROFS: 'The disk can only be read.',
  EMFILE: 'Too many files are open.',
  ETIMEDOUT: 'The bucket of the public pages does not reply.',
  NOT_SHOWN: 'Visitors do not find the change yet at the address of the public pages.',
};

/** What became of the runs of this process, for staff to see. */
export class PublishingRecord {
  private publishedAt: Date | null = null;
  private failure: Omit<PublishingFailure, 'retryAt'> | null = null;

  succeeded(): void {
    this.publishedAt = new Date();
    this.failure = null;
  }

  /** The first failure after a success says since when; the last one says why. */
  failed(error: unknown): void {
    const [cause = error]: unknown[] = error instanceof AggregateError ? error.errors : [];
    this.failure = { since: this.failure?.since ?? new Date().toISOString(), reason: reasonOf(cause) };
  }

  state(retryAt: Date | null): PublishingState {
    const failure = this.failure && { ...this.failure, retryAt: retryAt?.toISOString() ?? null };
    return { publishedAt: this.publishedAt?.toISOString() ?? null, failure };
  }
}

/** Never the error's own text: it names the places of this machine. */
function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return REASONS[code] ?? `The public pages could not be written${code ? ` (${code})` : ''}.`;
}
