// Readers of pages: `node page-readers.ts READERS SECONDS URL …` prints as JSON how they were answered. As a process of its
// own it waits for the server alone.

const [readers = '1', seconds = '1', ...pages] = process.argv.slice(2);
const deadline = performance.now() + Number(seconds) * 1000;
const times: number[] = [];
let failed = 0;

await Promise.all(Array.from({ length: Number(readers) }, (_, first) => read(first)));
const p99 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN;
console.log(JSON.stringify({ p99, failed, answers: times.length }));

async function read(first: number): Promise<void> {
  for (let index = first; performance.now() < deadline; index++) {
    const startedAt = performance.now();
    const response = await fetch(pages[index % pages.length]!).catch(() => null);
    await response?.arrayBuffer();
    times.push(performance.now() - startedAt);
    if (response?.status !== 200) failed++;
  }
}
