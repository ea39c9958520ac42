import { loadConfig } from '../platform/config/load-config.js';
import { Images } from '../media/renditions/images.js';
import { PictureDecoder } from '../media/renditions/picture-decoder.js';
import { MediaSandbox } from '../media/sandbox/media-sandbox.js';
import { PROGRAM_PATH } from './sample-videos.js';

/** The walls of this machine. `env` are variables as in `.env.example`. */
export function testSandbox(env: Record<string, string> = {}): MediaSandbox {
  return new MediaSandbox(loadConfig({ STAFF_PASSWORD: 'unused', PATH: PROGRAM_PATH, ...env }, process.cwd()));
}

/** What decodes pictures behind the walls of this machine, to be shut down afterwards. */
export function testImages(env: Record<string, string> = {}): { images: Images; decoder: PictureDecoder } {
  const decoder = new PictureDecoder(testSandbox(env));
  return { images: new Images(decoder), decoder };
}
