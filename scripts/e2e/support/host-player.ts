import type { Frame, Page } from 'playwright/test';

/** Says what the page around it is told, and keeps what it is asked. */
const PLAYER = `<!doctype html><title>The host’s player</title>
<script>
  window.asked = [];
  addEventListener('message', ({ data }) => {
    window.asked.push(data);
    if (typeof data !== 'string' || JSON.parse(data).event !== 'listening') return;
    tell('{"event":"initialDelivery","info":{"playerState":-1,"currentTime":0,"duration":80,"volume":100}}');
    tell('{"event":"onReady","info":null}');
  });
  const tell = (message) => parent.postMessage(message, '*');
  if (location.hostname === 'player.vimeo.com') tell({ event: 'ready' });
</script>`;

/** Pages of our own that stand in the place of the hosts' players, for browsers that reach nobody. */
export class HostPlayers {
  /** Every address that the hosts were asked for. */
  readonly asked: string[] = [];

  private constructor(private readonly page: Page) {}

  static async on(page: Page): Promise<HostPlayers> {
    const players = new HostPlayers(page);
    await page.route(/^https:\/\/(player\.vimeo\.com|www\.youtube-nocookie\.com)\//, (route) => {
      players.asked.push(route.request().url());
      return route.fulfill({ contentType: 'text/html; charset=utf-8', body: PLAYER });
    });
    return players;
  }

  /** Lets the player in the page say something once it has been asked to tell how it goes. */
  async tell(message: unknown): Promise<void> {
    const frame = await this.frame();
    await frame.waitForFunction(() =>
      JSON.stringify((window as unknown as { asked: unknown[] }).asked).includes('addEventListener'),
    );
    await frame.evaluate((said) => parent.postMessage(said, '*'), message);
  }

  /** What the player in the page has been asked, as JSON. */
  async wasAsked(): Promise<string> {
    const frame = await this.frame();
    return frame.evaluate(() => JSON.stringify((window as unknown as { asked: unknown[] }).asked));
  }

  private async frame(): Promise<Frame> {
    const element = await this.page.locator('iframe').elementHandle();
    return (await element?.contentFrame())!;
  }
}
