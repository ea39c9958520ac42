import { testSandbox } from '../../testing/media-sandbox.js';
import { PROGRAM_FOLDERS } from '../../testing/sample-videos.js';
import { findVideoTools } from './ffmpeg-locator.js';
import { describeVideoTools } from '../../testing/video-tools.conformance.js';

describeVideoTools('FfmpegVideoTools', async () => {
  const sandbox = await testSandbox().open();
  const tools = await findVideoTools(PROGRAM_FOLDERS, sandbox);
  if (!tools) throw new Error('There is no ffmpeg on this machine.');
  return tools;
});
