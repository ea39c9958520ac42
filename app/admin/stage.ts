import type { AdminUser } from '../../api/contract/admin-participants.js';

/** How far a person has come on the way from registering to the team being done with them. */
export type Stage = 'interviewing' | 'ready' | 'done';

type StageFacts = Pick<AdminUser, 'done' | 'mediaUploadCompletedAt'>;

export function stageOf({ done, mediaUploadCompletedAt }: StageFacts): Stage {
  if (done) return 'done';
  return mediaUploadCompletedAt === null ? 'interviewing' : 'ready';
}
