import { readFileSync } from 'node:fs';
import path from 'node:path';

interface LockedPackage {
  version?: string;
  optionalDependencies?: Record<string, string>;
}

const lockFile = path.join(import.meta.dirname, '../../package-lock.json');
const { packages } = JSON.parse(readFileSync(lockFile, 'utf8')) as { packages: Record<string, LockedPackage> };

/** As Node does: in the package's own node_modules, then in those of the folders above it. */
function findLocked(name: string, from: string): LockedPackage | undefined {
  const own = packages[path.posix.join(from, 'node_modules', name)];
  return own || from === '' ? own : findLocked(name, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))));
}

describe('package-lock.json', () => {
  it('has the packages of every platform, without which npm ci refuses it', () => {
    const missing = Object.entries(packages).flatMap(([location, { optionalDependencies = {} }]) =>
      Object.entries(optionalDependencies)
        .filter(([name, range]) => /^\d/.test(range) && findLocked(name, location)?.version !== range)
        .map(([name, range]) => `${name}@${range}`),
    );
    expect(missing).toEqual([]);
  });
});
