import type { ProbedPicture, ProbedSound } from './video-tools.js';
import { VideoProblem } from './video-problem.js';

/** What of ffprobe's answer is read; anything may be missing. */
interface ProbeAnswer {
  format?: { bit_rate?: string; duration?: string };
  streams?: ProbeStream[];
}

interface ProbeStream {
  codec_type?: string;
  codec_name?: string;
  pix_fmt?: string;
  width?: number;
  height?: number;
  sample_aspect_ratio?: string;
  field_order?: string;
  color_transfer?: string;
  extradata_size?: number;
  channels?: number;
  disposition?: { attached_pic?: number };
  tags?: { rotate?: string };
  side_data_list?: { rotation?: number }[];
}

/** The entries of `ProbeAnswer`, as ffprobe wants them named. */
export const PROBE_ENTRIES = [
  'format=bit_rate,duration',
  'stream=codec_type,codec_name,pix_fmt,width,height,sample_aspect_ratio,field_order,color_transfer,extradata_size,channels',
  'stream_disposition=attached_pic',
  'stream_tags=rotate',
  'stream_side_data=rotation',
].join(':');

const HDR_TRANSFERS = new Set(['smpte2084', 'arib-std-b67']);
const INTERLACED = new Set(['tt', 'bb', 'tb', 'bt']);

export interface FileHead {
  picture: ProbedPicture | null;
  sound: ProbedSound | null;
  /** NaN when it says none. */
  claimedSeconds: number;
}

/**
 * The first picture and the first sound in ffprobe's answer.
 * @throws VideoProblem `empty` when there is neither
 */
export function parseProbe(json: string): FileHead {
  const { streams = [], format = {} } = JSON.parse(json) as ProbeAnswer;
  const video = streams.find(({ codec_type, disposition }) => codec_type === 'video' && !disposition?.attached_pic);
  const audio = streams.find(({ codec_type }) => codec_type === 'audio');
  const picture = video ? toPicture(video, Number(format.bit_rate ?? 0)) : null;
  const sound = audio && {
    codec: audio.codec_name ?? '',
    channels: audio.channels ?? 0,
    headBytes: audio.extradata_size ?? 0,
  };
  if (!picture && !sound) throw new VideoProblem('empty');
  return { picture, sound: sound ?? null, claimedSeconds: Number(format.duration) };
}

/** Null for a track that no picture was found in. */
function toPicture(stream: ProbeStream, bitRate: number): ProbedPicture | null {
  const { width = 0, height = 0 } = stream;
  if (width <= 0 || height <= 0) return null;
  const stretch = pixelStretch(stream.sample_aspect_ratio);
  const isTurned = Math.abs(rotation(stream)) % 180 === 90;
  const shown = { width: Math.round(width * stretch), height };
  return {
    codec: stream.codec_name ?? '',
    pixelFormat: stream.pix_fmt ?? '',
    width: isTurned ? shown.height : shown.width,
    height: isTurned ? shown.width : shown.height,
    isInterlaced: INTERLACED.has(stream.field_order ?? ''),
    isHdr: HDR_TRANSFERS.has(stream.color_transfer ?? ''),
    bitRate: Number.isFinite(bitRate) ? bitRate : 0,
    headBytes: stream.extradata_size ?? 0,
  };
}

function rotation({ side_data_list = [], tags }: ProbeStream): number {
  const turned = side_data_list.find((data) => data.rotation !== undefined)?.rotation;
  return turned ?? Number(tags?.rotate ?? 0);
}

/** "4:3" is how much wider than high a pixel is. What makes no sense is taken for square. */
function pixelStretch(ratio = ''): number {
  const [across = 0, down = 0] = ratio.split(':').map(Number);
  const stretch = across / down;
  return stretch > 0.1 && stretch < 10 ? stretch : 1;
}
