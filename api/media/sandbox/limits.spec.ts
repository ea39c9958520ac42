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

  it('leaves no picture of its memory behind, and holds only so much of the system', () => {
    expect(withLimits({ ...none, prlimit: '/bin/prlimit' }, run, false)).toEqual([
      '/bin/prlimit',
      '--as=1',
      '--data=1',
      '--cpu=1',
      '--fsize=0',
      '--nofile=256',
      '--memlock=0',
      '--msgqueue=0',
      '--core=0',
      '--',
      '/bin/true',
      '--help',
    ]);
  });

  it('runs all the same where nothing can limit it', () => {
    expect(withLimits(none, run, true)).toEqual(['/bin/true', '--help']);
  });
});
