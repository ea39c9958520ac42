import type { ShowcaseVideo } from '../../../api/contract/showcase.js';
import { LIST_MESSAGES as MESSAGES } from '../common/admin3.messages.js';

/** Length and size in pixels, "2:05, 1080 × 1920"; null while they are not known. */
export function videoMeasures({ durationSeconds, width, height }: ShowcaseVideo): string | null {
  if (durationSeconds === null) return null;
  const seconds = Math.round(durationSeconds);
  const duration = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return MESSAGES.measures(duration, width === null ? null : `${width} × ${height}`);
}
