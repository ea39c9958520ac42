// Draws site/public/share.png, the picture of the product where a link to it is shared. Run by `npm run share-image`
// after a change of site/brand/share-image.svg; the result is committed.
import sharp from 'sharp';
import { fileURLToPath } from 'node:url';

const file = (path) => fileURLToPath(new URL(`../site/${path}`, import.meta.url));

const { size } = await sharp(file('brand/share-image.svg')).png({ palette: true }).toFile(file('public/share.png'));
console.log(`share.png: ${size} bytes`);
