import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type DamagedRecording, recordSource } from './damaged-recordings.js';
import { makeVideo, picture, recordVideo, tone, words } from './sample-videos.js';

const SECONDS = 3;
const SIZE = '96x160';
const CLUSTER = Buffer.from('1f43b675', 'hex');
/** Timestamp of a cluster, in two bytes. */
const CLUSTER_TIME = Buffer.from('e782', 'hex');
const RECORDED = { seconds: SECONDS, hasSound: true, hasPicture: true };
const MP4 = words('-c:v libx264 -preset ultrafast -pix_fmt yuv420p -g 15 -c:a aac');
const FRAGMENTS = words('-movflags empty_moov+default_base_moof -frag_duration 1000000 -flags +cgop');
const HEVC = words('-c:v libx265 -preset ultrafast -pix_fmt yuv420p -x265-params log-level=none -c:a aac');
const ADTS_SYNC = Buffer.from('fff1', 'hex');
const SOUND_OF = (seconds: number) => [...tone(seconds), ...words('-c:v libvpx -deadline realtime -c:a libopus')];

/** What goes wrong on the way, in a disk or in a recorder, beyond what is cut, zeroed and mixed up slice by slice. */
export async function strangeRecordings(folder: string): Promise<DamagedRecording[]> {
  const [webm, vp9, mp4] = await Promise.all(
    ['VP8 in WebM', 'VP9 in WebM', 'H.264 in MP4'].map((name) => recordSource(folder, name)),
  );
  const video = async (name: string, ...options: string[]) =>
    readFile(await makeVideo(path.join(folder, name), ...options));
  const live = async (name: string, format: string, ...options: string[]) =>
    readFile(await recordVideo(path.join(folder, name), format, ...options));
  const moving = picture(SIZE, SECONDS);
  const [
    atEnd,
    atStart,
    other,
    noisyPicture,
    noisySound,
    longSound,
    shortSound,
    single,
    faster,
    hevc,
    ogg,
    adts,
    wave,
    mp3,
  ] = await Promise.all([
    video('at-end.mp4', ...moving, ...tone(SECONDS), ...MP4),
    video('at-start.mp4', ...moving, ...tone(SECONDS), ...MP4, ...words('-movflags +faststart')),
    live('other.mp4', 'mp4', ...picture('160x96', SECONDS), ...tone(SECONDS), ...MP4, ...FRAGMENTS),
    live('noise.mp4', 'mp4', ...moving, ...tone(SECONDS), ...MP4, ...words('-bsf:v noise=amount=40'), ...FRAGMENTS),
    live('hiss.mp4', 'mp4', ...moving, ...tone(SECONDS), ...MP4, ...words('-bsf:a noise=amount=5'), ...FRAGMENTS),
    live('long.webm', 'webm', ...picture(SIZE, 1), ...SOUND_OF(SECONDS)),
    live('short.webm', 'webm', ...moving, ...SOUND_OF(1)),
    live('single.webm', 'webm', ...moving, ...SOUND_OF(SECONDS), ...words('-frames:v 1')),
    live('faster.webm', 'webm', ...picture(SIZE, SECONDS / 2), ...SOUND_OF(SECONDS / 2)),
    live('hevc.mp4', 'mp4', ...moving, ...tone(SECONDS), ...HEVC, ...FRAGMENTS),
    live('voice.ogg', 'ogg', ...tone(SECONDS), ...words('-c:a libopus -page_duration 400000')),
    live('voice.aac', 'adts', ...tone(SECONDS), ...words('-c:a aac')),
    video('voice.wav', ...tone(SECONDS), ...words('-c:a pcm_s16le')),
    live('voice.mp3', 'mp3', ...tone(SECONDS), ...words('-c:a libmp3lame -write_xing 0')),
  ]);
  const [head, second, third] = webm!.slices as [number, number, number];
  const [mp4Head, mp4Second, mp4Third] = mp4!.slices as [number, number, number];
  const { bytes } = webm!;
  const fragments = mp4!.bytes;
  const ways: Record<string, Buffer> = {
    'a timescale twice as fine': patched(fragments, 'mdhd', (copy, at) =>
      copy.writeUInt32BE(copy.readUInt32BE(at + 16) * 2, at + 16),
    ),
    'the head of another recording': Buffer.concat([
      other.subarray(0, other.indexOf('moof') - 4),
      fragments.subarray(mp4Head),
    ]),
    'a head of VP9 before VP8': Buffer.concat([vp9!.bytes.subarray(0, vp9!.slices[0]), bytes.subarray(head)]),
    'a sound that goes on without the picture': longSound,
    'a picture that goes on without the sound': shortSound,
    'a single picture': single,
    'half as long as was recorded': faster,
    'a last cluster that breaks off': bytes.subarray(0, third + 40),
    'two recordings joined': Buffer.concat([bytes, bytes]),
    'two recordings joined in fragments': Buffer.concat([fragments, fragments]),
    'the contents of two fragments in each other’s place': Buffer.concat([
      fragments.subarray(0, mp4Head),
      swapped(fragments.subarray(mp4Head, mp4Second), fragments.subarray(mp4Second, mp4Third)),
      fragments.subarray(mp4Third),
    ]),
    'a wrong name of its codec': Buffer.from(bytes.toString('latin1').replace('V_VP8', 'V_VP9'), 'latin1'),
    'no parameters of its pictures': patched(fragments, 'avcC', (copy, at) => copy.fill(0, at + 12, at + 36)),
    'a fragment that goes back in time': patched(fragments, 'tfdt', (copy, at) => copy.fill(0, at + 8, at + 16)),
    'clusters that all begin at nought': patched(bytes, CLUSTER_TIME, (copy, at) => copy.fill(0, at + 2, at + 4)),
    'noise among its pictures': noisyPicture,
    'noise in its sound': noisySound,
    'its first byte lost': bytes.subarray(1),
    'its beginning lost': bytes.subarray(60),
    'the index at its end lost': atEnd.subarray(0, atEnd.lastIndexOf('moov') - 4),
    'half of what its index tells of': atStart.subarray(0, Math.floor(atStart.length / 2)),
    'sent as text': Buffer.from(bytes.toString('utf8')),
    'sent with other ends of lines': Buffer.from(bytes.toString('latin1').replaceAll('\n', '\r\n'), 'latin1'),
    'sent as base64': Buffer.from(bytes.toString('base64')),
    'an error page in its place': Buffer.from('<!doctype html><title>502 Bad Gateway</title>'.padEnd(4_000, ' ')),
    'nothing but zeros': Buffer.alloc(bytes.length),
    'a second of something else': Buffer.concat([
      bytes.subarray(0, second + 12),
      noise(third - second - 12),
      bytes.subarray(third),
    ]),
    'every cluster there twice': Buffer.concat([
      bytes.subarray(0, head),
      ...clusters(bytes).flatMap((one) => [one, one]),
    ]),
    'its clusters from the last to the first': Buffer.concat([
      bytes.subarray(0, head),
      ...clusters(bytes).toReversed(),
    ]),
  };
  const voices: Record<string, Buffer> = {
    'Ogg with pages that fail their checksums': mangledPages(ogg),
    'Ogg without every third page': without(pages(ogg), 3),
    'Ogg whose pages come from the last to the second': Buffer.concat([
      ...pages(ogg).slice(0, 2),
      ...pages(ogg).slice(2).toReversed(),
    ]),
    'AAC without every third frame': without(adtsFrames(adts), 3),
    'AAC whose frames are longer than they say': patched(
      adts,
      ADTS_SYNC,
      (copy, at) => at % 5 === 0 && copy.fill(0, at, at + 7),
    ),
    'a wave of which half is missing': wave.subarray(0, wave.length / 2),
    'a wave that tells of a tenth': patched(wave, 'data', (copy, at) => copy.writeUInt32LE(wave.length / 10, at + 4)),
    'a wave at twice its rate': patched(wave, 'fmt ', (copy, at) =>
      copy.writeUInt32LE(copy.readUInt32LE(at + 12) * 2, at + 12),
    ),
    'MP3 with half of its frames cut out': without(mp3Frames(mp3), 2),
    'MP3 that ends in its middle': mp3.subarray(0, mp3.length / 2),
  };
  const more: Record<string, Buffer> = {
    'its index cut in the middle': atEnd.subarray(0, atEnd.lastIndexOf('moov') + 200),
    'HEVC that is called AVC': Buffer.from(
      hevc.toString('latin1').replace('hvc1', 'avc1').replace('hev1', 'avc1'),
      'latin1',
    ),
    'a fragment without its moof': Buffer.concat([
      fragments.subarray(0, mp4Second),
      fragments.subarray(fragments.indexOf('mdat', mp4Second) - 4),
    ]),
    'samples that say that they are empty': patched(fragments, 'trun', (copy, at) => copy.writeUInt32BE(0, at + 8)),
    'a cluster that says it is larger': patched(bytes, CLUSTER, (copy, at) => copy.writeUInt8(0x4f, at + 4)),
    'its sound two seconds late': patchedTrack(fragments, 2, (copy, at) =>
      copy.writeUInt32BE(copy.readUInt32BE(at + 12) + 88_200, at + 12),
    ),
    'its picture in the times of its sound': patchedTrack(fragments, 1, (copy, at) =>
      copy.writeUInt32BE(copy.readUInt32BE(at + 12) * 3, at + 12),
    ),
    'its picture named as its sound': patched(fragments, 'tfhd', (copy, at) => copy.writeUInt32BE(2, at + 8)),
    'a cluster there three times': Buffer.concat([
      bytes.subarray(0, third),
      bytes.subarray(second, third),
      bytes.subarray(second),
    ]),
    'one bit in a hundred turned': Buffer.from(
      bytes.map((byte, at) => (at > head && at % 100 === 0 ? byte ^ 1 : byte)),
    ),
  };
  const pictures = Object.entries({ ...ways, ...more }).map(([name, damaged]) => ({
    name,
    bytes: damaged,
    recorded: RECORDED,
  }));
  const sounds = Object.entries(voices).map(([name, damaged]) => ({
    name,
    bytes: damaged,
    recorded: { ...RECORDED, hasPicture: false },
  }));
  return [...pictures, ...sounds];
}

/** A copy in which `change` was made at each place where that mark stands. */
function patched(bytes: Buffer, mark: string | Buffer, change: (copy: Buffer, at: number) => void): Buffer {
  const copy = Buffer.from(bytes);
  for (let at = copy.indexOf(mark); at !== -1; at = copy.indexOf(mark, at + 4)) change(copy, at);
  return copy;
}

function clusters(bytes: Buffer): Buffer[] {
  const starts: number[] = [];
  for (let at = bytes.indexOf(CLUSTER); at !== -1; at = bytes.indexOf(CLUSTER, at + 4)) starts.push(at);
  return starts.map((start, index) => bytes.subarray(start, starts[index + 1]));
}

/** Two fragments, each with its own index and the other's contents. */
function swapped(first: Buffer, second: Buffer): Buffer {
  const [a, b] = [first, second].map((one) => one.indexOf('mdat') - 4) as [number, number];
  return Buffer.concat([first.subarray(0, a), second.subarray(b), second.subarray(0, b), first.subarray(a)]);
}

/** The same noise each time. */
function noise(length: number): Buffer {
  let state = 1;
  return Buffer.from(Array.from({ length }, () => (state = (state * 48_271) % 2_147_483_647) & 255));
}

/** What stands between marks. */
function splitAt(bytes: Buffer, isMark: (at: number) => boolean): Buffer[] {
  const starts = [...bytes.keys()].filter(isMark);
  return starts.map((start, index) => bytes.subarray(start, starts[index + 1]));
}

function pages(ogg: Buffer): Buffer[] {
  return splitAt(ogg, (at) => ogg.toString('latin1', at, at + 4) === 'OggS');
}

/** Some of the sound in each page but the first two is another. */
function mangledPages(ogg: Buffer): Buffer {
  const [head, comment, ...rest] = pages(ogg);
  const mangled = rest.map((page) => {
    const copy = Buffer.from(page);
    copy.writeUInt8(copy.readUInt8(copy.length - 5) ^ 255, copy.length - 5);
    return copy;
  });
  return Buffer.concat([head!, comment!, ...mangled]);
}

function adtsFrames(adts: Buffer): Buffer[] {
  const frames: Buffer[] = [];
  for (let at = 0; at + 7 <= adts.length; at += frames.at(-1)!.length) {
    const length = ((adts.readUInt8(at + 3) & 3) << 11) | (adts.readUInt8(at + 4) << 3) | (adts.readUInt8(at + 5) >> 5);
    frames.push(adts.subarray(at, at + length));
  }
  return frames;
}

function mp3Frames(mp3: Buffer): Buffer[] {
  const start = mp3.readUInt16BE(0) >= 0xfff0 ? 0 : mp3.indexOf(Buffer.from('fffb', 'hex'));
  const mark = mp3.readUInt16BE(start);
  return splitAt(mp3, (at) => at >= start && at + 2 <= mp3.length && mp3.readUInt16BE(at) === mark);
}

/** All but every so-manieth. */
function without(parts: Buffer[], every: number): Buffer {
  return Buffer.concat(parts.filter((_, index) => index < 2 || index % every !== 0));
}

/** As `patched`, of the times at which the fragments of one track begin. */
function patchedTrack(bytes: Buffer, track: number, change: (copy: Buffer, at: number) => void): Buffer {
  let current = 0;
  const copy = Buffer.from(bytes);
  for (let at = 0; at + 12 < copy.length; at++) {
    const name = copy.toString('latin1', at, at + 4);
    if (name === 'tfhd') current = copy.readUInt32BE(at + 8);
    if (name === 'tfdt' && current === track && copy.readUInt8(at + 4) === 1) change(copy, at);
  }
  return copy;
}
