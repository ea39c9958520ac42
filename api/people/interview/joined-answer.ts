import type { VideoPreparation } from '../../contract/preparation.js';
import type { Answer } from './answer.entity.js';

/** Whether the recording of an answer plays all of its pieces. */
export function isJoined({ piecesRevision, joinedRevision }: Answer): boolean {
  return piecesRevision === joinedRevision;
}

/** What is still to be made of an answer: while its pieces are to be joined, more than of its recording. */
export function joinedPreparation(answer: Answer, preparation: VideoPreparation): VideoPreparation {
  if (isJoined(answer) || preparation.state === 'off') return preparation;
  if (answer.joinProblem !== null) return { state: 'failed', problem: answer.joinProblem };
  return { state: answer.joinAttempts > 0 ? 'working' : 'waiting', problem: null };
}
