import type { RecordedFacts } from '../../contract/recording-proof.js';
import type { DecodeOptions, VideoTools } from './video-tools.js';
import { isOfTheFile } from './video-problem.js';
import { judgeDecoded, judgePackets, type RecordingFlaw } from './recording-verdict.js';

/**
 * Reads a recording whole, and decodes it. Returns what is wrong with it; null when nothing is.
 * @throws VideoProblem when it cannot be told here, as without a decoder; Error when this machine is to blame, or the signal
 */
export async function proveRecording(
  tools: VideoTools,
  source: string,
  recorded: RecordedFacts,
  options: DecodeOptions = {},
): Promise<RecordingFlaw | null> {
  try {
    const surveyed = await tools.survey(source, options);
    const flaw = judgePackets(surveyed, recorded);
    return flaw ?? judgeDecoded(surveyed, await tools.decode(source, surveyed, options), recorded);
  } catch (error) {
    if (isOfTheFile(error)) return 'unplayable';
    throw error;
  }
}
