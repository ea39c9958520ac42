// First import of every entry. Plain enough for any Node to read, and it uses nothing that an older one lacks.
const OLDEST = 24;

if (Number.parseInt(process.versions.node, 10) < OLDEST) {
  console.error(
    `Node.js ${OLDEST} or newer is needed, and this is ${process.versions.node}. ` +
      'Use npm (npm start, npm test), which brings its own on Linux, macOS and Windows.',
  );
  process.exit(1);
}
