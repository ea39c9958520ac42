import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

/** What is used of libheif, compiled to WebAssembly: whatever a file makes of it stays in its own memory. */
interface LibHeif {
  HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] };
}

interface HeifImage {
  is_primary?(): boolean;
  get_width(): number;
  get_height(): number;
  display(target: Pixels, done: (drawn: Pixels | null) => void): void;
}

interface Pixels {
  data: Uint8ClampedArray<ArrayBuffer>;
  width: number;
  height: number;
}

const { path, pixelsMax } = workerData as { path: string; pixelsMax: number };
const require = createRequire(import.meta.url);
const { HeifDecoder } = require('libheif-js/wasm-bundle.js') as LibHeif;

const images = new HeifDecoder().decode(readFileSync(path));
const image = images.find((one) => one.is_primary?.()) ?? images[0];
if (!image) throw new Error('There is no picture in it.');
const [width, height] = [image.get_width(), image.get_height()];
if (width * height > pixelsMax) {
  parentPort!.postMessage('too many pixels', []);
} else {
  image.display({ data: new Uint8ClampedArray(width * height * 4), width, height }, (drawn) => {
    if (!drawn) throw new Error('It could not be decoded.');
    const { data } = drawn;
    parentPort!.postMessage({ width, height, pixels: data.buffer }, [data.buffer]);
  });
}
