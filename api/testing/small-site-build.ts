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
    render: async ({ path, locals }) => {
      if (path === this.failsAt) return { status: 500, html: '', policy: null };
      this.rendered.push(path);
      const status = locals.payload.page === 'not-found' ? 404 : 200;
      return { status, html: this.html(locals), policy: POLICY };
    },
  };

  async load(): Promise<LoadedBuild> {
    const startThreads = () => ({ ...this.renderer, [Symbol.asyncDispose]: async () => {} });
    return { key: this.key, renderer: this.renderer, startThreads, assets: this.assets };
  }

  private html({ payload }: PageLocals): string {
    const content = JSON.stringify(payload).replaceAll('<', '\\u003c');
    return `<!doctype html><html><head><title>${payload.page}</title></head><body>${content} ${this.key}</body></html>`;
  }
}
