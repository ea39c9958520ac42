import type { ShowcaseVideo } from '../videos/showcase.js';

/** GET /api/users: a person with at least one approved video on a question, not only on the story overview. */
export interface ExportUser {
  id: string;
  firstName: string;
  lastName: string;
  /** ISO 8601. */
  createdAt: string;
}

/** GET /api/showcase-videos/approved: every approved video, the one approved last first. */
export type ExportVideo = ShowcaseVideo;
