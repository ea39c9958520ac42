/** Tells whoever subscribed of something that is committed. */
export class CommittedEvent<Event> {
  private readonly subscribers: ((event: Event) => void | Promise<void>)[] = [];

  subscribe(subscriber: (event: Event) => void | Promise<void>): void {
    this.subscribers.push(subscriber);
  }

  /** One after another, in the order in which they subscribed; a failure is the caller's. */
  async emit(event: Event): Promise<void> {
    for (const subscriber of this.subscribers) await subscriber(event);
  }
}
