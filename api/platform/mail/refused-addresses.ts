const REMEMBERED_MS = 24 * 60 * 60_000;

/**
 * E-mails that the mail server has refused, for whoever would try them at each look. After a day they are tried again:
 * somebody may have mended the mailbox, and another server cannot tell of it.
 */
export class RefusedAddresses {
  private readonly refusedAt = new Map<string, number>();

  add(email: string): void {
    this.refusedAt.set(email, Date.now());
  }

  has(email: string): boolean {
    const at = this.refusedAt.get(email);
    return at !== undefined && Date.now() - at < REMEMBERED_MS;
  }

  /** It takes mails. */
  delete(email: string): void {
    this.refusedAt.delete(email);
  }
}
