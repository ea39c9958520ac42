import { isBuilt } from '../../lib/build.mjs';

const say = () => console.warn('\ndist/ is older than the sources, and that is what the journeys see: npm run build\n');

/** Journeys run on what was built last. Where the sources have changed since, says so before them and after them. */
export default function nameOldBuild(): (() => void) | undefined {
  if (isBuilt()) return undefined;
  say();
  return say;
}
