import {
  both,
  H264,
  listEncoders,
  makeVideo,
  picture,
  recordVideo,
  turnByAQuarter,
  VP8,
  words,
} from './sample-videos.js';

const encoders = await listEncoders();

/** A small file as a camera, a phone, a recorder or an editor makes it, and what is true of it. */
export interface VideoSample {
  name: string;
  /** Without it in the ffmpeg at hand, the sample cannot be made. */
  needs: string;
  make(file: string): Promise<string>;
  extension: string;
  seconds: number;
  size: [number, number];
  /** How many channels of sound there are. */
  channels: number;
  /** Of the playable file, when not the size itself. */
  playedSize?: [number, number];
}

const HEVC = words('-c:v libx265 -preset ultrafast -x265-params log-level=error');
const HLG = words('-pix_fmt yuv420p10le -color_primaries bt2020 -color_trc arib-std-b67 -colorspace bt2020nc');
const FRAGMENTS = words('-strict -2 -movflags frag_keyframe+empty_moov');
const VP9 = words('-c:v libvpx-vp9 -deadline realtime -cpu-used 8 -c:a libopus');
const AAC = words('-c:a aac');
const OPUS = words('-c:a libopus');
const UPRIGHT = both('90x160');
const LYING = both('160x90');
/** A second tone beside the first. */
const ANOTHER_TONE = words('-f lavfi -i sine=f=880:d=1 -map 0 -map 1 -map 2');
/** Every other frame comes twice as late as it should. */
const UNEVEN = words('-vf setpts=(N+mod(N\\,2)*0.9)/15/TB -vsync vfr');

/** Of 90 by 160 pixels, a second long, with sound of one channel, unless `rest` says otherwise. */
function sample(
  name: string,
  [needs, extension]: [needs: string, extension: string],
  make: VideoSample['make'],
  rest: Partial<VideoSample> = {},
): VideoSample {
  return { name, needs, extension, make, seconds: 1, size: [90, 160], channels: 1, ...rest };
}

const made =
  (...options: string[]) =>
  (file: string) =>
    makeVideo(file, ...options);
const recorded =
  (format: string, ...options: string[]) =>
  (file: string) =>
    recordVideo(file, format, ...options);
const lying: Partial<VideoSample> = { size: [160, 90] };
const silent = { channels: 0 };

export const VIDEO_SAMPLES: VideoSample[] = [
  sample('WebM with VP8 and Opus', ['libvpx', 'webm'], made(...UPRIGHT, ...VP8)),
  sample("a recorder's WebM with VP8, without a duration", ['libvpx', 'webm'], recorded('webm', ...UPRIGHT, ...VP8)),
  sample(
    "a recorder's WebM with VP9, without a duration",
    ['libvpx-vp9', 'webm'],
    recorded('webm', ...UPRIGHT, ...VP9),
  ),
  sample(
    'WebM with AV1',
    ['libaom-av1', 'webm'],
    made(...picture('90x160'), ...words('-c:v libaom-av1 -cpu-used 8')),
    silent,
  ),
  sample("a recorder's WebM with H.264", ['libx264', 'mkv'], recorded('matroska', ...UPRIGHT, ...H264, ...OPUS)),
  sample(
    "a recorder's MP4 in fragments",
    ['libx264', 'mp4'],
    recorded('mp4', ...UPRIGHT, ...H264, ...OPUS, ...FRAGMENTS),
  ),
  sample('an MP4 with H.264 and AAC, its index behind', ['libx264', 'mp4'], made(...UPRIGHT, ...H264, ...AAC)),
  sample("a phone's MOV with HEVC, turned", ['libx265', 'mov'], async (file) =>
    turnByAQuarter(await makeVideo(file, ...LYING, ...HEVC, ...AAC)),
  ),
  sample("a phone's H.264, turned", ['libx264', 'mp4'], async (file) =>
    turnByAQuarter(await makeVideo(file, ...LYING, ...H264, ...AAC)),
  ),
  sample(
    "a phone's HEVC in bright colours (HLG)",
    ['libx265', 'mov'],
    made(...picture('90x160'), ...HEVC, ...HLG),
    silent,
  ),
  sample("a phone's frames at uneven times", ['libx264', 'mp4'], made(...UPRIGHT, ...UNEVEN, ...H264, ...AAC)),
  sample('an old phone’s 3GP', ['h263', '3gp'], made(...picture('176x144'), ...words('-c:v h263')), {
    ...silent,
    size: [176, 144],
  }),
  sample('MP4 with AV1', ['libaom-av1', 'mp4'], made(...UPRIGHT, ...words('-c:v libaom-av1 -cpu-used 8 -c:a aac'))),
  sample('two tracks of sound', ['libx264', 'mp4'], made(...UPRIGHT, ...ANOTHER_TONE, ...H264, ...AAC)),
  sample(
    'sound of six channels',
    ['ac3', 'mkv'],
    made(...UPRIGHT, ...H264, ...words('-c:a ac3 -af aformat=channel_layouts=5.1')),
    { channels: 6 },
  ),
  sample(
    "a camera's MOV with plain sound of 8 kHz",
    ['libx264', 'mov'],
    made(...UPRIGHT, ...H264, ...words('-c:a pcm_s16be -ar 8000')),
  ),
  sample(
    "a camcorder's transport stream, in half frames",
    ['mpeg2video', 'mts'],
    made(...LYING, ...words('-c:v mpeg2video -flags +ildct+ilme -r 25 -c:a ac3 -f mpegts -mpegts_m2ts_mode 1')),
    lying,
  ),
  sample('MPEG-1', ['mpeg1video', 'mpg'], made(...LYING, ...words('-c:v mpeg1video -r 25 -c:a mp2 -f mpeg')), lying),
  sample('Windows Media', ['wmv2', 'wmv'], made(...LYING, ...words('-c:v wmv2 -c:a wmav2')), lying),
  sample('Ogg with Theora', ['libtheora', 'ogv'], made(...LYING, ...words('-c:v libtheora -c:a libvorbis')), lying),
  sample('Flash video', ['flv', 'flv'], made(...LYING, ...words('-c:v flv -c:a libmp3lame')), lying),
  sample('a MOV with ProRes', ['prores_ks', 'mov'], made(...UPRIGHT, ...words('-c:v prores_ks -c:a pcm_s16le'))),
  sample('an AVI with MPEG-4', ['mpeg4', 'avi'], made(...LYING, ...words('-c:v mpeg4 -c:a mp2')), lying),
  sample('a silent MP4', ['libx264', 'mp4'], made(...picture('90x160'), ...H264), silent),
  sample('odd numbers of pixels', ['libvpx', 'webm'], made(...words('-f lavfi -i testsrc=s=91x161:r=15:d=1'), ...VP8), {
    ...silent,
    size: [91, 161],
    playedSize: [92, 162],
  }),
  sample('4K', ['libx264', 'mp4'], made(...picture('3840x2160', 0.2), ...H264), {
    ...silent,
    seconds: 0.2,
    size: [3840, 2160],
    playedSize: [1920, 1080],
  }),
];

export function canBeMade({ needs }: VideoSample): boolean {
  return encoders.has(needs);
}
