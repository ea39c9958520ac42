import type { BareContainer, PictureSize } from './rendition-plan.js';
import type { ProbedPicture } from './video-tools.js';

/** Containers of the media types that are kept. Playlists, scripts of cuts and stream descriptions are none of them. */
const CONTAINERS = 'mov,mp4,matroska,webm,avi,ogg,mpeg,mpegvideo,mpegts,asf,flv,wav,mp3,aac,flac';
/** 8K, in either direction and a bit more. */
const DECODED_PIXELS_MAX = 40_000_000;
const ALLOCATION_MAX_BYTES = 512 * 1024 * 1024;

const QUIET = ['-hide_banner', '-v', 'error', '-max_alloc', String(ALLOCATION_MAX_BYTES)];
/** Whatever a file says, nothing but the file itself is opened. */
const CONFINED = ['-protocol_whitelist', 'file', '-format_whitelist', CONTAINERS];

/** Options of ffprobe up to the file that it reads. */
export function probeOptions(source: string): string[] {
  return [...QUIET, ...CONFINED, '-max_pixels', String(DECODED_PIXELS_MAX), '-i', `file:${source}`];
}

/** Options of ffmpeg up to the file that it reads. */
export function readOptions(source: string, threads: number): string[] {
  const own = ['-nostdin', '-y', '-filter_threads', String(threads), '-threads', String(threads)];
  return [...QUIET, ...own, ...CONFINED, '-max_pixels', String(DECODED_PIXELS_MAX), '-i', `file:${source}`];
}

/** The first moving picture and the first sound, without what the file tells of place, person and camera. */
export const PICTURE = ['-map', '0:V:0'];
export const SOUND = ['-map', '0:a:0'];
export const WITHOUT_METADATA = ['-map_metadata', '-1', '-map_chapters', '-1', '-sn', '-dn'];

/** A file that plays before it is all there. Writers add times of day and the names of tools unless they are told not to. */
export function outputOptions(container: BareContainer, target: string): string[] {
  const movie = container === 'mp4' ? ['-movflags', '+faststart', '-write_tmcd', '0'] : [];
  return [...WITHOUT_METADATA, '-fflags', '+bitexact', ...movie, '-f', container, `file:${target}`];
}

/**
 * Cameras also write into H.264 itself: place, time and model as "supplemental information", subtitles, and whatever else
 * under numbers that the standard leaves free. Only what pictures are decoded from is kept: slices and parameter sets.
 */
export const PICTURES_ALONE = ['-bsf:v', 'filter_units=pass_types=1-5|7-9|13'];

export function encodeH264(filters: string[], threads: number): string[] {
  const h264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '22', '-profile:v', 'high', '-pix_fmt', 'yuv420p'];
  // Subtitles inside the picture are not taken over.
  const alone = ['-a53cc', '0', ...PICTURES_ALONE];
  const stream = ['-maxrate', '8M', '-bufsize', '16M', '-threads', String(threads)];
  // A player can jump to every other second.
  return ['-vf', filters.join(','), ...h264, ...alone, ...stream, '-force_key_frames', 'expr:gte(t,n_forced*2)'];
}

/** Recorders leave gaps where the sound stopped; filled with silence it keeps step with the picture. */
const IN_STEP = ['-af', 'aresample=async=1:first_pts=0'];

export function encodeAac(channels: number): string[] {
  return [...IN_STEP, ...writeAac(channels)];
}

/** Of sound that keeps step already. */
export function writeAac(channels: number): string[] {
  return ['-c:a', 'aac', '-b:a', channels > 1 ? '128k' : '96k', '-ac', channels > 1 ? '2' : '1', '-ar', '48000'];
}

/**
 * Turns what was stored into what is shown: upright (done by the tool itself), whole frames, in square pixels and
 * ordinary colours, at most about 60 frames a second.
 */
export function pictureFilters(picture: ProbedPicture, size: PictureSize, knowsHdr: boolean): string[] {
  return [
    // Only ever leaves frames out: a jump in time makes no new ones.
    "select='isnan(prev_selected_t)+gte(t-prev_selected_t\\,0.016)'",
    ...(picture.isInterlaced ? ['yadif'] : []),
    `scale=${size.width}:${size.height}`,
    'setsar=1',
    ...(picture.isHdr && knowsHdr ? HDR_TO_ORDINARY : []),
    'format=yuv420p',
  ];
}

const HDR_TO_ORDINARY = [
  'zscale=t=linear:npl=203',
  'format=gbrpf32le',
  'zscale=p=bt709',
  'tonemap=hable:desat=0',
  'zscale=t=bt709:m=bt709:r=tv',
];
