import { PROGRAM_FOLDERS } from '../../testing/sample-videos.js';
import { findVideoTools } from './find-video-tools.js';
import { describeVideoTools } from './video-tools.conformance.js';

describeVideoTools('FfmpegVideoTools', async () => {
  const tools = await findVideoTools({ tools: PROGRAM_FOLDERS, system: PROGRAM_FOLDERS });
  if (!tools) throw new Error('There is no ffmpeg on this machine.');
  return tools;
});
