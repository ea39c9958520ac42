/** What to make of one picture, as it is told to the process that decodes it. */
export interface PictureJob {
  /** Null: it is no HEIC, which has another decoder. */
  heicPixelsMax: number | null;
  pixelsMax: number;
  outputs: readonly PictureOutput[];
}

/** A picture no larger than this, or the pixels (red, green, blue and opacity) of one that fills exactly this. */
export interface PictureOutput {
  format: 'webp' | 'jpeg' | 'pixels';
  width: number;
  height: number;
  quality?: number;
}

/** What that process says before the bytes of what it made. */
export type PictureAnswer = { sizes: number[] } | { problem: 'too_many_pixels' | 'unreadable'; detail: string };
