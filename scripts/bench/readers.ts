import http from 'node:http';

// Readers of a video: `node readers.ts URL READERS RANGE_BYTES TOTAL_BYTES SECONDS` prints the bytes of a second.
// Each asks for one range behind the other, from a place of its own.

const [url = '', readers = '1', rangeBytes = '0', totalBytes = '0', seconds = '1'] = process.argv.slice(2);
const [range, total] = [Number(rangeBytes), Number(totalBytes)];
const agent = new http.Agent({ keepAlive: true, maxSockets: Number(readers) });
const deadline = performance.now() + Number(seconds) * 1000;
let bytes = 0;

const startedAt = performance.now();
await Promise.all(
  Array.from({ length: Number(readers) }, (_, reader) => read(Math.floor((reader * total) / Number(readers)))),
);
console.log(Math.round((bytes / (performance.now() - startedAt)) * 1000));
agent.destroy();

async function read(from: number): Promise<void> {
  for (let at = from; performance.now() < deadline; at = (at + range) % total) {
    const to = Math.min(at + range, total);
    const headers = range < total ? { range: `bytes=${at}-${to - 1}` } : {};
    await new Promise<void>((resolve, reject) => {
      const request = http.get(url, { agent, headers }, (response) => {
        if (response.statusCode !== (range < total ? 206 : 200)) reject(new Error(`${url}: ${response.statusCode}`));
        response.on('data', (piece: Buffer) => (bytes += piece.length));
        response.on('end', resolve);
        response.on('error', reject);
      });
      request.on('error', reject);
    });
  }
}
