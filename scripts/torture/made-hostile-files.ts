import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import type { Random } from './random.ts';
import { randomMp4, randomWebm } from './samples.ts';

type HostileFile = [name: string, bytes: Buffer];

const SCRIPT = '<script>document.title="taken over";fetch("/api/auth/user")</script>';
const BOMB_SIDE = 30_000;
/** A photo and videos that are kept: these come first, so that also of a few some are opened. */
const KEPT = ['page.jpg', 'page.mp4', 'playing.mp4'];

/**
 * Files that are something else than they say: pages, playlists and lists, references to elsewhere, bombs, fonts, subtitles,
 * archives; and each of them cut, and some without an end.
 * @param outside an address that nobody may ask
 * @param secret a file that nobody may read
 * @param playing a video; null where nothing can make one
 */
export async function makeHostileFiles(
  random: Random,
  outside: string,
  secret: string,
  playing: Buffer | null,
): Promise<HostileFile[]> {
  const html = Buffer.from(`<!doctype html><html><body>${SCRIPT}</body></html>`);
  const svg = Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)">${SCRIPT}<image href="${outside}"/></svg>`,
  );
  const jpeg = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
  const png = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const mp4 = randomMp4(random, 2_000);
  const webm = randomWebm(random, 2_000);
  const playlist = `#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXTINF:9,\n${outside}/a.ts\n#EXTINF:9,\nfile:${secret}\n#EXT-X-ENDLIST\n`;
  const huge = Buffer.from(png);
  huge.writeUInt32BE(0x7fffffff, 16);
  huge.writeUInt32BE(0x7fffffff, 20);
  const bomb = deflateSync(Buffer.alloc(60_000_000));
  const disguised: HostileFile[] = [
    ['page.html', html],
    ['picture.svg', svg],
    ['page.mp4', Buffer.concat([mp4, html])],
    ['head-of-a-page.mp4', Buffer.concat([Buffer.from('<!--'), mp4.subarray(4), Buffer.from('-->'), html])],
    ['page.webm', Buffer.concat([webm, html])],
    ['page.jpg', Buffer.concat([jpeg, html])],
    [
      'comment.jpg',
      Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xfe, 0, html.length + 2]), html, jpeg.subarray(2)]),
    ],
    ['page.png', Buffer.concat([png, html])],
    ['script.gif', Buffer.from(`GIF89a/*\0\0*/=1;document.title="taken over";//`)],
    ['playlist.mp4', Buffer.from(playlist)],
    ['playlist.m3u8', Buffer.from(playlist)],
    ['list.mp4', Buffer.from(`ffconcat version 1.0\nfile '${secret}'\nfile '${outside}/a.mp4'\n`)],
    ['session.mp4', Buffer.from(`v=0\no=- 0 0 IN IP4 127.0.0.1\nc=IN IP4 127.0.0.1\nm=video 5004 RTP/AVP 96\n`)],
    [
      'manifest.mp4',
      Buffer.from(
        `<?xml version="1.0"?><MPD xmlns="urn:mpeg:dash:schema:mpd:2011"><BaseURL>${outside}/</BaseURL></MPD>`,
      ),
    ],
    [
      'entities.svg',
      Buffer.from(
        `<!DOCTYPE svg [<!ENTITY x SYSTEM "file://${secret}">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text></svg>`,
      ),
    ],
    [
      'style.svg',
      Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg"><style>@import url(${outside}/a.css);</style></svg>`),
    ],
    ['document.pdf', Buffer.from('%PDF-1.4\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj')],
    ['words.vtt', Buffer.from(`WEBVTT\n\n00:00.000 --> 00:01.000\n${SCRIPT}\n`)],
    ['words.ass', Buffer.from(`[Script Info]\n[Fonts]\nfontname: ${secret}\n`)],
    ['huge.png', huge],
    ['text.png', withChunk(png, 'zTXt', Buffer.concat([Buffer.from('Comment\0\0'), bomb]))],
    ['profile.png', withChunk(png, 'iCCP', Buffer.concat([Buffer.from('icc\0\0'), bomb]))],
    ['profile.jpg', Buffer.concat([jpeg.subarray(0, 2), jpegProfile(), jpeg.subarray(2)])],
    ['pixels.png', pixelBomb()],
    [
      'pixels.gif',
      Buffer.from(
        'GIF89a\xff\xff\xff\xff\x80\0\0\0\0\0\xff\xff\xff,\0\0\0\0\xff\xff\xff\xff\0\x02\x02D\x01\0;',
        'latin1',
      ),
    ],
    [
      'tracks.mp4',
      Buffer.concat([mp4Head(mp4), box('moov', Buffer.concat(Array.from({ length: 20_000 }, () => box('trak'))))]),
    ],
    ['nested.mp4', Buffer.concat([mp4Head(mp4), nested(2_000)])],
    ['elsewhere.mp4', Buffer.concat([mp4Head(mp4), reference(`${outside}/a.mp4`)])],
    ['here.mp4', Buffer.concat([mp4Head(mp4), reference(`file://${secret}`)])],
    [
      'picture.heic',
      Buffer.concat([box('ftyp', Buffer.from('heic\0\0\0\0heicmif1')), box('meta', random.bytes(4_000))]),
    ],
    [
      'picture.avif',
      Buffer.concat([box('ftyp', Buffer.from('avif\0\0\0\0avifmif1')), box('meta', random.bytes(4_000))]),
    ],
    ['letters.woff2', Buffer.concat([Buffer.from('wOF2\0\x01\0\0\xff\xff\xff\xff', 'latin1'), random.bytes(400)])],
    ['letters.ttf', Buffer.concat([Buffer.from('\0\x01\0\0\xff\xff', 'latin1'), random.bytes(400)])],
    ['words.srt', Buffer.from(`1\n00:00:00,000 --> 00:00:09,000\n<font face="${outside}">${SCRIPT}</font>\n`)],
    [
      'words.ttml',
      Buffer.from(`<tt xmlns="http://www.w3.org/ns/ttml"><body><p>${SCRIPT}</p><image src="${outside}"/></body></tt>`),
    ],
    ['styled.xml', Buffer.from(`<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="${outside}/a.xsl"?><a/>`)],
    ['laughs.svg', Buffer.from(laughs())],
    ['archive.jpg', Buffer.concat([jpeg, Buffer.from('PK\x03\x04'), random.bytes(300)])],
    ['page.mht', Buffer.from(`MIME-Version: 1.0\nContent-Type: text/html\n\n${html.toString()}`)],
    ['way.url', Buffer.from(`[InternetShortcut]\nURL=${outside}\n`)],
    ['document.jpg', Buffer.concat([Buffer.from('%PDF-1.4\n'), jpeg])],
    ['script.webp', Buffer.concat([Buffer.from('RIFF/*\0\0WEBP*/=1;document.title="taken over";//', 'latin1')])],
    ['other.mp4', mp4],
    ['other.webm', webm],
    ['nothing.mp4', Buffer.alloc(0)],
    ['nothing.jpg', Buffer.alloc(1)],
  ];
  if (playing) disguised.push(['playing.mp4', Buffer.concat([playing, html])]);
  // Cut and endless forms of the same.
  const cut = disguised.map(([name, bytes]): HostileFile => [
    `cut-${name}`,
    bytes.subarray(0, random.below(bytes.length + 1)),
  ]);
  const endless = disguised
    .slice(0, 12)
    .map(([name, bytes]): HostileFile => [`long-${name}`, Buffer.concat([bytes, Buffer.alloc(3_000_000, bytes)])]);
  const { kept = [], others = [] } = Object.groupBy(random.shuffled(disguised), ([name]) =>
    KEPT.includes(name) ? 'kept' : 'others',
  );
  return [...kept, ...others, ...random.shuffled([...cut, ...endless])];
}

/** A box of an MP4. */
function box(type: string, content: Buffer = Buffer.alloc(0)): Buffer {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(content.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, content]);
}

/** Its first box, by which it is known. */
const mp4Head = (mp4: Buffer) => mp4.subarray(0, mp4.readUInt32BE(0));

/** A film whose bytes are said to lie at another place. */
function reference(url: string): Buffer {
  const place = box('url ', Buffer.concat([Buffer.alloc(4), Buffer.from(`${url}\0`)]));
  const references = box('dref', Buffer.concat([Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]), place]));
  return box('moov', box('trak', box('mdia', box('minf', box('dinf', references)))));
}

function nested(depth: number): Buffer {
  let inner: Buffer = box('free');
  for (let level = 0; level < depth; level++) inner = box('moov', inner);
  return inner;
}

function chunk(type: string, content: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type, 'latin1'), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, sum]);
}

/** Behind the head of the picture, where readers look for it. */
function withChunk(png: Buffer, type: string, content: Buffer): Buffer {
  return Buffer.concat([png.subarray(0, 33), chunk(type, content), png.subarray(33)]);
}

/** Little to send, and a gigabyte to hold. */
function pixelBomb(): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(BOMB_SIDE);
  head.writeUInt32BE(BOMB_SIDE, 4);
  head.set([1, 0, 0, 0, 0], 8);
  const lines = deflateSync(Buffer.alloc(BOMB_SIDE * (1 + BOMB_SIDE / 8)));
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', lines), chunk('IEND', Buffer.alloc(0))]);
}

/** A colour profile that says of itself that it is larger than any file. */
function jpegProfile(): Buffer {
  const content = Buffer.concat([Buffer.from('ICC_PROFILE\0\x01\x01\xff\xff\xff\xff', 'latin1'), Buffer.alloc(200)]);
  const head = Buffer.from([0xff, 0xe2, 0, 0]);
  head.writeUInt16BE(content.length + 2, 2);
  return Buffer.concat([head, content]);
}

/** An entity of entities of entities. */
function laughs(): string {
  const names = 'abcdefghi'.split('');
  const entities = names.map((name, index) => {
    const inner = index === 0 ? 'lol' : `&${names[index - 1]};`.repeat(10);
    return `<!ENTITY ${name} "${inner}">`;
  });
  return `<!DOCTYPE svg [${entities.join('')}]><svg xmlns="http://www.w3.org/2000/svg"><text>&i;</text></svg>`;
}
