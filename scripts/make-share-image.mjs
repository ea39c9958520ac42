// Draws what is made of our own drawings and committed: site/public/share.png, the picture of the product where a link to
// it is shared, and favicon.ico, which browsers and other programs ask for unasked. Run by `npm run share-image`.
import { writeFile } from 'node:fs/promises';
import sharp from 'sharp';
import { fileURLToPath } from 'node:url';

const ICON_SIZES = [16, 32, 48];

const file = (path) => fileURLToPath(new URL(`../site/${path}`, import.meta.url));

const drawing = fileURLToPath(new URL('pictures/share-image.svg', import.meta.url));
const { size } = await sharp(drawing).png({ palette: true }).toFile(file('public/share.png'));
console.log(`share.png: ${size} bytes`);

const pictures = await Promise.all(
  ICON_SIZES.map((edge) =>
    sharp(file('public/favicon.svg'), { density: (72 * edge) / 32 })
      .resize(edge)
      .png()
      .toBuffer(),
  ),
);
const icon = toIcon(pictures);
await writeFile(file('public/favicon.ico'), icon);
console.log(`favicon.ico: ${icon.length} bytes`);

/** The container of an icon: a list of pictures, then the pictures as they are. */
function toIcon(pngs) {
  const head = Buffer.alloc(6 + 16 * pngs.length);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pngs.length, 4);
  let offset = head.length;
  for (const [index, png] of pngs.entries()) {
    const entry = 6 + 16 * index;
    head.writeUInt8(ICON_SIZES[index], entry);
    head.writeUInt8(ICON_SIZES[index], entry + 1);
    head.writeUInt16LE(1, entry + 4);
    head.writeUInt16LE(32, entry + 6);
    head.writeUInt32LE(png.length, entry + 8);
    head.writeUInt32LE(offset, entry + 12);
    offset += png.length;
  }
  return Buffer.concat([head, ...pngs]);
}
