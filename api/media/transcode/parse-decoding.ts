import type { DecodedVideo } from './video-tools.js';

/** Of the last pictures a file may lack some: it was cut short there, which its length tells. */
const OF_THE_END = /File ended prematurely|Truncating packet of size|partial file/;
/** Where nothing is written to: times that it rounds to the same picture say nothing of the file. */
const OF_THE_OUTPUT = /^\[null @/;
const COMPLAINT = /\[(?:error|fatal|panic)\]/;

/** Reads what ffmpeg says with `-v level+info` and `volumedetect` while it decodes. */
export function parseDecoding(report: string, hasSound: boolean): DecodedVideo {
  const lines = report.split('\n');
  const loudest = /max_volume: (-?[\d.]+|-inf) dB/.exec(report)?.[1];
  const frames = [...report.matchAll(/frame=\s*(\d+)/g)].at(-1)?.[1];
  return {
    frames: Number(frames ?? 0),
    complaints: lines.filter((line) => COMPLAINT.test(line) && !OF_THE_END.test(line) && !OF_THE_OUTPUT.test(line)),
    loudestDb: hasSound ? toDb(loudest) : null,
  };
}

/** Without a single sample nothing is said of it. */
function toDb(text: string | undefined): number {
  return text === undefined || text === '-inf' ? -Infinity : Number(text);
}
