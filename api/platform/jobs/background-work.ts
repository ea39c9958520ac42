/** Whether this process does queued work beside what it is asked for; one that does not tells those that do. */
export abstract class BackgroundWork {
  abstract readonly isDoneHere: boolean;

  /** Something waits in this queue: those who work look now. Without a reply. */
  abstract tellDue(queue: string): void;

  /** @param look is called when another process tells of this queue */
  abstract whenDue(queue: string, look: () => void): void;
}
