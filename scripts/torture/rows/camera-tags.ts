import { setTimeout as wait } from 'node:timers/promises';
import sharp from 'sharp';
import { readFiles } from '../../../api/testing/site-files.ts';
import type { ShowcaseVideo } from '../../../api/contract/videos/showcase.ts';
import { register, videoPath } from '../archive.ts';
import { makeClip, requireVideoTools } from '../clips.ts';
import type { Person } from '../person.ts';
import { atMost, type Context, type Outcome, type Row } from '../row.ts';
import { toDataUrl } from '../samples.ts';
import { decode } from '../site-tree.ts';

/** A place that nobody is, in every form that cameras write it. */
const PLACE = '+48.8577-123.3949+071.000/';
const PLACES = [PLACE, '48.8577', '123.3949'];
const CONVERTED_WITHIN_MS = 300_000;

/** Where, with what and by whom something was filmed must not be public. */
export const cameraTags: Row = { number: 13, name: 'camera-tags', counts: { full: 6, quick: 2 }, run };

async function run({ random, count, isQuick, product: makeProduct }: Context): Promise<Outcome> {
  requireVideoTools();
  const product = await makeProduct({ FFMPEG_PATH: '' });
  await product.start();
  const staff = await product.staff();
  const { person, user } = await register(product, random);
  const canary = random.word();
  const tags = ['location', 'location-eng', 'com.apple.quicktime.location.ISO6709'].flatMap((name) => [
    '-metadata',
    `${name}=${PLACE}`,
  ]);
  for (const name of [
    'title',
    'artist',
    'author',
    'comment',
    'make',
    'model',
    'encoder',
    'com.apple.quicktime.model',
    'DEVICE',
  ]) {
    tags.push(
      '-metadata',
      `${name}=${canary}`,
      '-metadata:s:v:0',
      `handler_name=${canary}`,
      '-metadata:s:a:0',
      `title=${canary}`,
    );
  }
  const within = ['-bsf:v', `h264_metadata=sei_user_data=086f3693-b7b3-4f2c-9653-21492feee5b8+${canary}`];
  const kinds: [name: string, options: string[]][] = [
    ['clip.mp4', [...tags, '-movflags', 'use_metadata_tags', ...within]],
    ['clip.webm', tags],
    ['clip.mov', [...tags, '-movflags', 'use_metadata_tags']],
    ['clip.mkv', tags],
    ['fragments.mp4', [...tags, '-movflags', 'use_metadata_tags+frag_keyframe+empty_moov']],
    ['late.mp4', [...tags, ...within]],
  ];
  let carriers = 0;
  const notes: string[] = [];
  const found = async (when: string) => {
    for (const [file, bytes] of await readFiles(product.inState('site'))) {
      const plain = decode(file, bytes).toString('latin1');
      for (const word of [canary, ...PLACES]) if (plain.includes(word)) notes.push(`${when}: ${word} in ${file}`);
    }
  };
  for (const [index, [name, options]] of kinds.slice(0, count).entries()) {
    const bytes = await makeClip(product.stateDir, name, 1, options);
    if (bytes.includes(canary)) carriers++;
    const form = new FormData();
    form.set('userId', user.id);
    form.set('questionId', String(index + 1));
    form.set('video', new Blob([new Uint8Array(bytes)]), name);
    const { id } = await staff.do<ShowcaseVideo>('POST', '/api/admin/showcase-videos', { form });
    await staff.do('PUT', videoPath(id, '/approve'), { json: {} });
    await found(`${name}, as soon as it is approved`);
    await converted(staff, id);
    if (!isQuick || index === count - 1) await found(`${name}, converted`);
  }
  const photo = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#446688' } })
    .withExif({ IFD0: { Make: canary, Model: canary, Artist: canary }, IFD3: { GPSLatitude: '48/1 51/1 27/1' } })
    .jpeg()
    .toBuffer();
  if (photo.includes(canary)) carriers++;
  const imageData = toDataUrl(photo, 'image/jpeg');
  const { id: photoId } = await person.do<{ id: string }>('POST', '/api/photos', {
    json: { originalName: 'me.jpg', imageData },
  });
  // What its owner is shown may be saved and sent on.
  const shown = await person.download(`/api/photos/stream/${photoId}`);
  if (shown.includes(canary)) notes.push(`${canary} in the photo as it is shown`);
  return {
    tried: `${Math.min(count, kinds.length)} videos and a photo, ${carriers} of which carry tags`,
    figures: [
      atMost('tags in public bytes', notes.length),
      atMost('samples without tags', Math.min(count, kinds.length) + 1 - carriers),
    ],
    notes,
  };
}

async function converted(staff: Person, id: string): Promise<void> {
  const deadline = Date.now() + CONVERTED_WITHIN_MS;
  while (Date.now() < deadline) {
    const { preparation } = await staff.do<ShowcaseVideo>('GET', videoPath(id));
    if (preparation?.state === 'ready') return;
    if (preparation?.state === 'failed') throw new Error(`It cannot be converted: ${preparation.problem}`);
    await wait(100);
  }
  throw new Error('It is not converted.');
}
