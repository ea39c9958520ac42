import { readFileSync } from 'node:fs';
import path from 'node:path';

interface LockedPackage {
  version?: string;
  integrity?: string;
  optional?: boolean;
  os?: string | string[];
  cpu?: string | string[];
  bin?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

const lockFile = path.join(import.meta.dirname, '../../package-lock.json');
const { packages } = JSON.parse(readFileSync(lockFile, 'utf8')) as { packages: Record<string, LockedPackage> };

/** As Node does: in the package's own node_modules, then in those of the folders above it. */
function findLocked(name: string, from: string): LockedPackage | undefined {
  const own = packages[path.posix.join(from, 'node_modules', name)];
  return own || from === '' ? own : findLocked(name, from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))));
}

/** The registry that the lock file was made with does not have them. Nothing takes their place. */
const KNOWN_UNHASHED = new Set([
  'node_modules/@astrojs/compiler-binding/node_modules/@astrojs/compiler-binding-linux-arm64-gnu',
  'node_modules/@astrojs/compiler-binding/node_modules/@astrojs/compiler-binding-linux-arm64-musl',
  'node_modules/@oxlint/binding-linux-arm64-musl',
  'node_modules/@oxlint/binding-linux-x64-musl',
]);

function suits(allowed: string | string[] | undefined, own: string): boolean {
  return allowed === undefined || [allowed].flat().includes(own);
}

const isForServers = ({ os, cpu }: LockedPackage) => suits(os, 'linux') && (suits(cpu, 'x64') || suits(cpu, 'arm64'));

describe('package-lock.json', () => {
  it('has the packages of every platform, without which npm ci refuses it', () => {
    const missing = Object.entries(packages).flatMap(([location, { optionalDependencies = {} }]) =>
      Object.entries(optionalDependencies)
        .filter(([name, range]) => /^\d/.test(range) && findLocked(name, location)?.version !== range)
        .map(([name, range]) => `${name}@${range}`),
    );
    expect(missing).toEqual([]);
  });

  /** What npm locks of other platforms than the one it runs on may lack its hash until somebody installs there. */
  it('has the hash of every package that is installed here or on a server', () => {
    const unhashed = Object.entries(packages)
      .filter(([place, locked]) => place !== '' && !locked.integrity && (!locked.optional || isForServers(locked)))
      .filter(([place]) => !KNOWN_UNHASHED.has(place));
    expect(unhashed.map(([place]) => place)).toEqual([]);
  });

  it.each([
    ['linux', 'x64'],
    ['linux', 'arm64'],
    ['darwin', 'x64'],
    ['darwin', 'arm64'],
    ['win32', 'x64'],
  ])('brings a Node for %s on %s', (os, cpu) => {
    const own = Object.keys(packages['']?.optionalDependencies ?? {})
      .map((name) => packages[`node_modules/${name}`])
      .filter((locked) => locked?.bin?.node !== undefined && suits(locked.os, os) && suits(locked.cpu, cpu));
    expect(own.map((locked) => Number.parseInt(locked?.version ?? '', 10) >= 24)).toEqual([true]);
  });
});
