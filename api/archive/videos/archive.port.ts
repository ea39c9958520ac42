/** A video that is no longer public, and whose story it told. */
export interface WithdrawnVideo {
  id: string;
  /** Null of a video at a host. */
  mimeType: string | null;
  userName: string;
}

/** The public archive, as far as the showcase has to know it. */
export abstract class Archive {
  /**
   * Publishes what is approved now and withdraws what is not. Resolves when a run that began after this call has done so.
   * @throws AppError 503 `publishing_failed` when it could not; it is tried again until it succeeds
   */
  abstract bringUpToDate(): Promise<void>;

  /** As `bringUpToDate`; then nothing that is kept for the public pages names anyone any more who is not in them. */
  abstract forget(): Promise<void>;

  /** Refuses a withdrawn video and its story to everyone at once, until the public files are put right. */
  abstract withhold(video: WithdrawnVideo): void;

  /** As `withhold`, for all that tells of the story at this address. */
  abstract withholdStory(userName: string): void;
}
