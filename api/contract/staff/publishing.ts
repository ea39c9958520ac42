/** GET /api/admin/publishing: whether the public pages are what was approved. Times are ISO 8601. */
export interface PublishingState {
  /** When the public pages were last brought up to date; null when they have not been since the server started. */
  publishedAt: string | null;
  /** What keeps them from being up to date; null when nothing does. */
  failure: PublishingFailure | null;
}

export interface PublishingFailure {
  since: string;
  /** In a sentence. */
  reason: string;
  /** When it is tried again; null while it is being tried. */
  retryAt: string | null;
}
