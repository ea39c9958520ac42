import { both, H264, listEncoders, makeVideo, picture, recordVideo, turnByAQuarter, VP8 } from './sample-videos.js';

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
  sound: boolean;
  /** Of the playable file, when not the size itself. */
  playedSize?: [number, number];
}

const VP9 = ['-c:v', 'libvpx-vp9', '-deadline', 'realtime', '-cpu-used', '8', '-c:a', 'libopus'];
const upright = { seconds: 1, size: [90, 160] as [number, number] };

export const VIDEO_SAMPLES: VideoSample[] = [
  {
    name: 'WebM with VP8 and Opus',
    needs: 'libvpx',
    extension: 'webm',
    ...upright,
    sound: true,
    make: (file) => makeVideo(file, ...both('90x160'), ...VP8),
  },
  {
    name: "a recorder's WebM with VP8, without a duration",
    needs: 'libvpx',
    extension: 'webm',
    ...upright,
    sound: true,
    make: (file) => recordVideo(file, 'webm', ...both('90x160'), ...VP8),
  },
  {
    name: "a recorder's WebM with VP9, without a duration",
    needs: 'libvpx-vp9',
    extension: 'webm',
    ...upright,
    sound: true,
    make: (file) => recordVideo(file, 'webm', ...both('90x160'), ...VP9),
  },
  {
    name: 'WebM with AV1',
    needs: 'libaom-av1',
    extension: 'webm',
    ...upright,
    sound: false,
    make: (file) => makeVideo(file, ...picture('90x160'), '-c:v', 'libaom-av1', '-cpu-used', '8'),
  },
  {
    name: "a recorder's WebM with H.264",
    needs: 'libx264',
    extension: 'mkv',
    ...upright,
    sound: true,
    make: (file) => recordVideo(file, 'matroska', ...both('90x160'), ...H264, '-c:a', 'libopus'),
  },
  {
    name: "a recorder's MP4 in fragments",
    needs: 'libx264',
    extension: 'mp4',
    ...upright,
    sound: true,
    make: (file) =>
      recordVideo(
        file,
        'mp4',
        ...both('90x160'),
        ...H264,
        '-c:a',
        'libopus',
        '-strict',
        '-2',
        '-movflags',
        'frag_keyframe+empty_moov',
      ),
  },
  {
    name: 'an MP4 with H.264 and AAC, its index behind',
    needs: 'libx264',
    extension: 'mp4',
    ...upright,
    sound: true,
    make: (file) => makeVideo(file, ...both('90x160'), ...H264, '-c:a', 'aac'),
  },
  {
    name: "a phone's MOV with HEVC, turned",
    needs: 'libx265',
    extension: 'mov',
    ...upright,
    sound: true,
    make: async (file) =>
      turnByAQuarter(
        await makeVideo(
          file,
          ...both('160x90'),
          '-c:v',
          'libx265',
          '-preset',
          'ultrafast',
          '-x265-params',
          'log-level=error',
          '-c:a',
          'aac',
        ),
      ),
  },
  {
    name: "a phone's HEVC in bright colours (HLG)",
    needs: 'libx265',
    extension: 'mov',
    ...upright,
    sound: false,
    make: (file) =>
      makeVideo(
        file,
        ...picture('90x160'),
        '-c:v',
        'libx265',
        '-pix_fmt',
        'yuv420p10le',
        '-preset',
        'ultrafast',
        '-x265-params',
        'log-level=error',
        '-color_primaries',
        'bt2020',
        '-color_trc',
        'arib-std-b67',
        '-colorspace',
        'bt2020nc',
      ),
  },
  {
    name: 'a MOV with ProRes',
    needs: 'prores_ks',
    extension: 'mov',
    ...upright,
    sound: true,
    make: (file) => makeVideo(file, ...both('90x160'), '-c:v', 'prores_ks', '-c:a', 'pcm_s16le'),
  },
  {
    name: 'an AVI with MPEG-4',
    needs: 'mpeg4',
    extension: 'avi',
    seconds: 1,
    size: [160, 90],
    sound: true,
    make: (file) => makeVideo(file, ...both('160x90'), '-c:v', 'mpeg4', '-c:a', 'mp2'),
  },
  {
    name: 'a silent MP4',
    needs: 'libx264',
    extension: 'mp4',
    ...upright,
    sound: false,
    make: (file) => makeVideo(file, ...picture('90x160'), ...H264),
  },
  {
    name: 'odd numbers of pixels',
    needs: 'libvpx',
    extension: 'webm',
    seconds: 1,
    size: [91, 161],
    playedSize: [92, 162],
    sound: false,
    make: (file) => makeVideo(file, '-f', 'lavfi', '-i', 'testsrc=s=91x161:r=15:d=1', ...VP8),
  },
  {
    name: '4K',
    needs: 'libx264',
    extension: 'mp4',
    seconds: 0.2,
    size: [3840, 2160],
    playedSize: [1920, 1080],
    sound: false,
    make: (file) => makeVideo(file, ...picture('3840x2160', 0.2), ...H264),
  },
];

export function canBeMade({ needs }: VideoSample): boolean {
  return encoders.has(needs);
}
