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
  const [atEnd, atStart, other, noisyPicture, noisySound, longSound, shortSound, single, faster] = await Promise.all([
    video('at-end.mp4', ...moving, ...tone(SECONDS), ...MP4),
    video('at-start.mp4', ...moving, ...tone(SECONDS), ...MP4, ...words('-movflags +faststart')),
    live('other.mp4', 'mp4', ...picture('160x96', SECONDS), ...tone(SECONDS), ...MP4, ...FRAGMENTS),
    live('noise.mp4', 'mp4', ...moving, ...tone(SECONDS), ...MP4, ...words('-bsf:v noise=amount=40'), ...FRAGMENTS),
    live('hiss.mp4', 'mp4', ...moving, ...tone(SECONDS), ...MP4, ...words('-bsf:a noise=amount=5'), ...FRAGMENTS),
    live('long.webm', 'webm', ...picture(SIZE, 1), ...SOUND_OF(SECONDS)),
    live('short.webm', 'webm', ...moving, ...SOUND_OF(1)),
    live('single.webm', 'webm', ...moving, ...SOUND_OF(SECONDS), ...words('-frames:v 1')),
    live('faster.webm', 'webm', ...picture(SIZE, SECONDS / 2), ...SOUND_OF(SECONDS / 2)),
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
  return Object.entries(ways).map(([name, damaged]) => ({ name, bytes: damaged, recorded: RECORDED }));
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
