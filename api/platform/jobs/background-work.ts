/** Whether this process does queued work beside what it is asked for; one that only reads leaves that to the server. */
export abstract class BackgroundWork {
  abstract readonly isWanted: boolean;
}
