/** `submitted` once the participant has pressed Submit. */
export type ParticipantStatus = 'in_progress' | 'submitted';

/** POST /api/register. The handles are sent only when `tag` is true and ignored otherwise. */
export interface RegisterRequest {
  firstName: string;
  lastName: string;
  email: string;
  tag?: boolean;
  instagram?: string;
  tiktok?: string;
}

/** 201. `nextUrl` is where the browser goes on: the external interview form, or `/`. */
export interface RegisterResponse {
  user: CurrentUser;
  nextUrl: string;
}

/** GET /api/auth/user; 401 when signed out. */
export interface CurrentUser {
  id: string;
  firstName: string;
  lastName: string;
  email: string;
  status: ParticipantStatus;
  /** False only when staff said that no photos are needed: then the photo step is skipped. */
  photosNeeded: boolean;
}

/** PATCH /api/user/status. */
export interface UpdateStatusRequest {
  status: 'submitted';
}

/** 200 of PATCH /api/user/status. */
export interface UpdateStatusResponse {
  status: ParticipantStatus;
}

/** GET /api/progress-stats. */
export interface ProgressStats {
  totalUsers: number;
  completedInterviews: number;
  goalStories: number;
}
