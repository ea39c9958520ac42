/** The moving picture of a file, as a player shows it. */
export interface ProbedPicture {
  codec: string;
  pixelFormat: string;
  /** Upright, in square pixels. */
  width: number;
  height: number;
  isInterlaced: boolean;
  /** Of the kinds that need another curve on ordinary screens (HLG, PQ). */
  isHdr: boolean;
  /** Bits a second over the whole file. */
  bitRate: number;
  /** What stands before the first picture for its decoder. */
  headBytes: number;
}

export interface ProbedSound {
  codec: string;
  channels: number;
  /** What stands before the first sound for its decoder. */
  headBytes: number;
}

/** What a file really holds, whatever it claims. */
export interface ProbedVideo {
  /** Measured by reading to the end. */
  durationSeconds: number;
  picture: ProbedPicture | null;
  sound: ProbedSound | null;
}

/** What stands in one stream of a file from its first packet to its last, read without decoding. */
export interface SurveyedTrack {
  codec: string;
  packets: number;
  startSeconds: number;
  endSeconds: number;
  /** From the first packet to the last without the holes between them. */
  heldSeconds: number;
  /** Until the first packet that can be decoded without others; null when there is none. */
  keyAfterSeconds: number | null;
  /** No packet is earlier than one before it. */
  isInOrder: boolean;
  /** Packets in which more zeros follow one another than any encoder writes. */
  zeroedPackets: number;
}

/** What really stands in a file. */
export interface SurveyedVideo {
  /** As ffprobe calls it, with commas. */
  container: string;
  /** NaN when the head says none. */
  claimedSeconds: number;
  picture: SurveyedTrack | null;
  sound: SurveyedTrack | null;
}

/** What came of decoding a file from its beginning to its end. */
export interface DecodedVideo {
  frames: number;
  /** The last of what the decoders complained of. */
  complaints: string[];
  /** In dB of full scale; null without sound, and -Infinity of nothing but silence. */
  loudestDb: number | null;
}

/** One of several recordings that are joined. */
export interface VideoPiece {
  source: string;
  probed: ProbedVideo;
}

export interface ToolOptions {
  /** Stops the tool at once; the call rejects. */
  signal?: AbortSignal;
}

export interface DecodeOptions extends ToolOptions {
  /** Told from time to time what share of the whole is decoded, and how long that has taken. */
  onDecoded?: (share: number, tookMs: number) => void;
}

/**
 * Reads and converts videos of strangers. Every call rejects with a `VideoProblem` when the file is to blame, and with any
 * other error when this machine is (a full disk, a stopped process). A driver passes video-tools.conformance.ts.
 */
export abstract class VideoTools {
  abstract probe(source: string, options?: ToolOptions): Promise<ProbedVideo>;

  /** Reads every packet, without decoding. */
  abstract survey(source: string, options?: ToolOptions): Promise<SurveyedVideo>;

  /** Decodes the first picture and the first sound to their ends. */
  abstract decode(source: string, surveyed: SurveyedVideo, options?: DecodeOptions): Promise<DecodedVideo>;

  /** Writes an early frame that is not black as a picture into `target` (PNG). Needs a picture. */
  abstract poster(source: string, probed: ProbedVideo, target: string, options?: ToolOptions): Promise<void>;

  /**
   * Writes an MP4 (H.264 8-bit 4:2:0, AAC) that every browser and phone plays, with its index in front and without metadata:
   * at most 1080 by 1920, either way. Needs a picture.
   */
  abstract playable(source: string, probed: ProbedVideo, target: string, options?: ToolOptions): Promise<void>;

  /** Writes the sound alone (AAC in MP4). Needs sound. */
  abstract audio(source: string, probed: ProbedVideo, target: string, options?: ToolOptions): Promise<void>;

  /**
   * Writes the first picture and the first sound as they are, without anything else that the file holds or tells of them,
   * in the container that `bareContainer` names. Takes as long as reading the file. Needs such a container.
   */
  abstract bare(source: string, probed: ProbedVideo, target: string, options?: ToolOptions): Promise<void>;

  /**
   * Writes recordings one after the other as one MP4 (H.264, AAC), whatever their sizes, shapes and codecs: each as long as it
   * is, the voices equally loud. Of nothing but sound it is the sound. `target` has a folder to itself.
   */
  abstract join(pieces: readonly VideoPiece[], target: string, options?: ToolOptions): Promise<void>;

  /** Writes the sound as a wave of 16 kHz, one channel, 16 bits, as speech recognition wants it. Needs sound. */
  abstract wave(source: string, target: string, options?: ToolOptions): Promise<void>;
}
