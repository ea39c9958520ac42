import { Injectable } from '@nestjs/common';
import { loadConfig } from '../platform/config/load-config.js';
import { Images } from '../media/renditions/images.js';
import { PictureDecoder } from '../media/renditions/picture-decoder.js';
import { MediaSandbox } from '../media/sandbox/media-sandbox.js';
import type { KindOfWalls } from '../media/sandbox/open-sandbox.js';
import type { Sandbox } from '../media/sandbox/sandbox.js';
import { PROGRAM_PATH } from './sample-videos.js';

/** By the programs that build them: the machine stays the same for all specs of a process. */
const standing = new Set<string>();

/**
 * The walls of this machine, which are tried once. Decoders behind them do not let everything else go first, as those of the product do: specs
 * would starve the very decoders that they wait for.
 */
@Injectable()
export class EagerSandbox extends MediaSandbox {
  private eager: Promise<Sandbox> | null = null;

  override open(): Promise<Sandbox> {
    this.eager ??= super.open().then((sandbox) => {
      const start = sandbox.start.bind(sandbox);
      sandbox.start = (run) => start({ ...run, niceness: 0 });
      return sandbox;
    });
    return this.eager;
  }

  protected override async isStanding(kind: KindOfWalls): Promise<boolean> {
    const key = `${kind.name} of ${this.config.programFolders.join(':')}`;
    if (standing.has(key)) return true;
    const isStanding = await super.isStanding(kind);
    if (isStanding) standing.add(key);
    return isStanding;
  }
}

/** The walls of this machine. `env` are variables as in `.env.example`. */
export function testSandbox(env: Record<string, string> = {}): MediaSandbox {
  return new EagerSandbox(loadConfig({ STAFF_PASSWORD: 'unused', PATH: PROGRAM_PATH, ...env }, process.cwd()));
}

/** What decodes pictures behind the walls of this machine, to be shut down afterwards. */
export function testImages(env: Record<string, string> = {}): { images: Images; decoder: PictureDecoder } {
  const decoder = new PictureDecoder(testSandbox(env));
  return { images: new Images(decoder), decoder };
}
