import { Injectable, type OnApplicationBootstrap } from '@nestjs/common';
import { AppConfig } from '../../config/app-config.js';
import { openSandbox } from './open-sandbox.js';
import type { Sandbox } from './sandbox.js';

/** The walls of this machine, shared by everything that decodes bytes of strangers. */
@Injectable()
export class MediaSandbox implements OnApplicationBootstrap {
  private opened: Promise<Sandbox> | null = null;

  constructor(private readonly config: AppConfig) {}

  /** Where walls are required, nothing starts without them. */
  async onApplicationBootstrap(): Promise<void> {
    if (this.config.mediaSandbox === 'require') await this.open();
  }

  /**
   * Tries once which walls stand.
   * @throws Error in sentences for people, when walls are required and missing
   */
  open(): Promise<Sandbox> {
    this.opened ??= openRequired(this.config);
    return this.opened;
  }
}

async function openRequired({ mediaSandbox, programFolders, stateDir }: AppConfig): Promise<Sandbox> {
  const sandbox = await openSandbox({ programFolders, stateDir });
  if (mediaSandbox === 'require' && sandbox.missing.length > 0) {
    throw new Error(
      `MEDIA_SANDBOX=require, but photos and videos would be decoded without ${listed(sandbox.missing)}. ${HELP}`,
    );
  }
  return sandbox;
}

/** What to say at the start; null when the walls are all there. */
export function wallsWarning({ missing }: Sandbox): string | null {
  if (missing.length === 0) return null;
  return `Photos and videos of strangers are decoded without ${listed(missing)}. ${HELP}`;
}

const HELP =
  process.platform === 'linux'
    ? 'The walls around the decoders are built by bubblewrap and util-linux: sudo apt-get install bubblewrap util-linux (or ' +
      "your system's own installer), on a kernel that lets this user make namespaces."
    : 'The walls around the decoders stand on Linux only.';

function listed(words: readonly string[]): string {
  return new Intl.ListFormat('en').format(words);
}
