import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { listed } from '../../contract/common/grammar.js';
import { AppConfig } from '../../platform/config/app-config.js';
import { type KindOfWalls, openSandbox, stands } from './open-sandbox.js';
import type { Sandbox } from './sandbox.js';

/** The walls of this machine, shared by everything that decodes bytes of strangers. */
@Injectable()
export class MediaSandbox implements OnApplicationBootstrap {
  constructor(protected readonly config: AppConfig) {}

  /** Where walls are required, no process of the product starts without them. */
  async onApplicationBootstrap(): Promise<void> {
    if (this.config.mediaSandbox === 'require') await this.open();
  }

  /**
   * Tries once which walls stand.
   * @throws Error in sentences for people, when walls are required and missing
   */
  open(): Promise<Sandbox> {
    return openOnce(this.config, (kind) => this.isStanding(kind));
  }

  protected isStanding(kind: KindOfWalls): Promise<boolean> {
    return stands(kind);
  }

  /** Names of the programs that could not be started when they were last needed: nothing that they decode is done now. */
  async failing(): Promise<string[]> {
    return (await opened.get(this.config))?.failing ?? [];
  }
}

/**
 * What to say at the start about walls that are missing; null when they are all there.
 * @throws Error as `MediaSandbox.open`
 */
export async function checkWalls(config: AppConfig): Promise<string | null> {
  const { missing } = await openOnce(config, stands);
  if (missing.length === 0) return null;
  return `Photos and videos of strangers are decoded without ${listed(missing)}. ${HELP}`;
}

/** What was tried before the server was made is not tried again for it; what failed is. */
const opened = new WeakMap<AppConfig, Promise<Sandbox>>();

function openOnce(config: AppConfig, isStanding: (kind: KindOfWalls) => Promise<boolean>): Promise<Sandbox> {
  const sandbox = opened.get(config) ?? openRequired(config, isStanding);
  opened.set(config, sandbox);
  sandbox.catch(() => opened.delete(config));
  return sandbox;
}

async function openRequired(
  { mediaSandbox, programFolders, stateDir }: AppConfig,
  isStanding: (kind: KindOfWalls) => Promise<boolean>,
): Promise<Sandbox> {
  const sandbox = await openSandbox({ programFolders, stateDir }, isStanding);
  if (mediaSandbox === 'auto' || sandbox.missing.length === 0) return sandbox;
  const lacking = `photos and videos of strangers would be decoded without ${listed(sandbox.missing)}`;
  throw new Error(`MEDIA_SANDBOX is "require", but ${lacking}. ${HELP}`);
}

const HELP =
  process.platform === 'linux'
    ? 'The walls around them are built by bubblewrap and util-linux, on a kernel that lets this user make namespaces. ' +
      "To install them: sudo apt-get install bubblewrap util-linux (or your system's own installer)."
    : 'The walls around them stand on Linux only.';
