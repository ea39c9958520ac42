import { withLimits } from './limits.js';

describe('a program behind walls', () => {
  const limits = { cpuSeconds: 1, addressSpaceBytes: 1, dataBytes: 1, memoryBytes: 1 };
  const run = { program: '/bin/true', options: ['--help'], niceness: 15, limits };
  const none = { bwrap: null, unshare: null, setpriv: null, nice: null, prlimit: null, sh: null };

  it('steps back behind everything else', () => {
    expect(withLimits({ ...none, nice: '/bin/nice' }, run, true)).toEqual([
      '/bin/nice',
      '-n',
      '15',
      '/bin/true',
      '--help',
    ]);
  });

  it('runs all the same where nothing can limit it', () => {
    expect(withLimits(none, run, true)).toEqual(['/bin/true', '--help']);
  });
});
