import path from 'node:path';
import type { AppConfig } from '../../platform/config/app-config.js';
import { LocalMediaStore } from './local-media-store.js';
import type { MediaStore } from './media-store.js';
import { S3MediaStore } from './s3-media-store.js';

type Settings = Pick<AppConfig, 'stateDir' | 'mediaPlace' | 's3'>;

/** The store of the settings. */
export function openMediaStore({ stateDir, mediaPlace, s3 }: Settings): MediaStore {
  if (mediaPlace) return new S3MediaStore(mediaPlace, s3);
  return new LocalMediaStore(path.join(stateDir, 'media'));
}
