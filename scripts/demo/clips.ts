import { execFile } from 'node:child_process';
import { mkdtemp } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { drawPerson } from './portrait.ts';
import { drawLamplight, drawRoom, FRAME, roomOf } from './room.ts';

const run = promisify(execFile);
/** Length of each clip. */
export const CLIP_SECONDS = 24;
/** Everything in a clip moves in circles of this length, so that only one of them has to be encoded. */
const LOOP_SECONDS = 8;
const FRAMES_PER_SECOND = 20;

/** A folder for what is generated; whoever asks for it removes it. */
export const temporaryFolder = () => mkdtemp(path.join(os.tmpdir(), 'stories-demo-'));

/**
 * Generates an upright MP4 of somebody in a room at dusk, who breathes, and blinks now and then, in the quiet noise of
 * a room. Needs ffmpeg on the PATH.
 */
export async function generateClip(folder: string, person: number): Promise<string> {
  const inFolder = (name: string) => path.join(folder, `${person}-${name}`);
  const room = roomOf(person);
  const layers = {
    'room.png': drawRoom(room),
    'open.png': drawPerson(person, room, 'open'),
    'closed.png': drawPerson(person, room, 'closed'),
    'light.png': drawLamplight(room),
  };
  for (const [name, svg] of Object.entries(layers)) await sharp(Buffer.from(svg)).png().toFile(inFolder(name));
  const pictures = Object.keys(layers).flatMap((name) => ['-i', inFolder(name)]);
  const loop = inFolder('loop.mp4');
  const encode = [
    '-c:v',
    'libx264',
    '-preset',
    'veryfast',
    '-pix_fmt',
    'yuv420p',
    '-crf',
    '27',
    '-t',
    `${LOOP_SECONDS}`,
  ];
  await run('ffmpeg', [
    '-v',
    'error',
    '-y',
    ...pictures,
    '-filter_complex',
    movement(person),
    '-map',
    '[out]',
    ...encode,
    loop,
  ]);
  const file = path.join(folder, `clip-${person}.mp4`);
  const noise = `anoisesrc=color=brown:amplitude=0.02:seed=${person}:duration=${CLIP_SECONDS}`;
  const whole = ['-stream_loop', `${CLIP_SECONDS / LOOP_SECONDS - 1}`, '-i', loop, '-f', 'lavfi', '-i', noise];
  await run('ffmpeg', [
    '-v',
    'error',
    '-y',
    ...whole,
    '-c:v',
    'copy',
    '-c:a',
    'aac',
    '-b:a',
    '48k',
    '-movflags',
    '+faststart',
    file,
  ]);
  return file;
}

/** The picture of an input that stands still, decoded once only. */
const still = (input: number) => `[${input}]loop=-1:1,setpts=N/${FRAMES_PER_SECOND}/TB`;

/** The room drifts, who sits in it breathes: all back where they were at the end. */
function movement(person: number): string {
  const turn = `2*PI*t/${LOOP_SECONDS}`;
  const { width, height } = FRAME;
  const breath = `sin(${turn}*2)`;
  const blinkAt = 1.5 + (person % 5);
  const blinks = `between(t,${blinkAt},${blinkAt + 0.18})`;
  return [
    `${still(0)},crop=${width}:${height}:x='24+9*sin(${turn})':y=24[room]`,
    `${still(1)}[open]`,
    `${still(2)}[closed]`,
    `${still(3)}[light]`,
    `[room][open]overlay=x='3*sin(${turn})':y='6+3*${breath}':enable='not(${blinks})'[awake]`,
    `[awake][closed]overlay=x='3*sin(${turn})':y='6+3*${breath}':enable='${blinks}'[seen]`,
    `[seen][light]overlay[out]`,
  ].join(';');
}

/** Generates a JPEG of that person's room, with nobody in it. */
export async function generatePhoto(person: number): Promise<Buffer> {
  const room = sharp(Buffer.from(drawRoom(roomOf(person)))).resize({ width: 1200 });
  const light = sharp(Buffer.from(drawLamplight(roomOf(person)))).resize({ width: 1200 });
  const part = { left: 0, top: 300, width: 1200, height: 900 };
  const input = await light.extract(part).png().toBuffer();
  return room.extract(part).composite([{ input }]).jpeg({ quality: 80 }).toBuffer();
}
