import type { PageLocals, PageRenderer } from '../contract/pages.js';
import { type BuildAsset, type LoadedBuild, SiteBuild } from '../archive/publishing/plan/site-build.js';

/** A policy as Astro computes one. */
const POLICY = "script-src 'self' 'sha256-small'; style-src 'self'";

/** A site whose pages show all that they are told, in a few lines, so that specs need no build. */
export class SmallSiteBuild extends SiteBuild {
  key = 'first build';
  assets: BuildAsset[] = [];
  /** Address of a page that cannot be rendered. */
  failsAt: string | null = null;
  /** Addresses of the pages rendered so far. */
  readonly rendered: string[] = [];

  private readonly renderer: PageRenderer = {
    render: async (address, locals) => {
      if (address === this.failsAt) return new Response('', { status: 500 });
      this.rendered.push(address);
      const status = locals.payload.page === 'not-found' ? 404 : 200;
      return new Response(this.html(locals), { status, headers: { 'content-security-policy': POLICY } });
    },
  };

  async load(): Promise<LoadedBuild> {
    return { key: this.key, renderer: this.renderer, assets: this.assets };
  }

  private html({ payload }: PageLocals): string {
    const content = JSON.stringify(payload).replaceAll('<', '\\u003c');
    return `<!doctype html><html><head><title>${payload.page}</title></head><body>${content} ${this.key}</body></html>`;
  }
}
