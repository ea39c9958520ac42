import path from 'node:path';
import type { AppConfig } from '../../platform/config/app-config.js';
import { LocalMediaStore } from './local-media-store.js';
import type { MediaStore } from './media-store.js';

/** The store of the settings. */
export function openMediaStore(config: AppConfig): MediaStore {
  return new LocalMediaStore(path.join(config.stateDir, 'media'));
}
