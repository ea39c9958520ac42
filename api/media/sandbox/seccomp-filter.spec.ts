import { seccompFilter } from './seccomp-filter.js';

/** What the kernel gives a filter to judge by. */
interface Call {
  machine: number;
  number: number;
  /** Of each argument the low half. */
  arguments?: number[];
}

const [X64, ARM64, ANOTHER] = [0xc000003e, 0xc00000b7, 0x40000003];
const [ALLOWED, KILLED, NOT_PERMITTED, NOT_KNOWN] = [0x7fff0000, 0x80000000, 0x00050001, 0x00050026];
/** No machine has that many calls. */
const CALLS = 600;
const CLONE_OF_A_THREAD = 0x003d0f00;
const [NEW_USER, NEW_NET, NEW_TIME] = [0x10000000, 0x40000000, 0x00000080];
const [SHARED, PRIVATE, ANONYMOUS] = [0x01, 0x02, 0x20];

/** As the kernel runs a filter: loads a word, compares it, jumps, and ends with its answer. */
function judge(program: Buffer, { machine, number, arguments: given = [] }: Call): number {
  const words = new Map([
    [0, number],
    [4, machine],
    ...given.map((argument, index): [number, number] => [16 + 8 * index, argument]),
  ]);
  let held = 0;
  for (let at = 0; at < program.length; at += 8) {
    const [code, ifTrue, ifFalse] = [program.readUInt16LE(at), program[at + 2]!, program[at + 3]!];
    const value = program.readUInt32LE(at + 4);
    if (code === 0x06) return value;
    if (code === 0x20) {
      held = words.get(value) ?? 0;
      continue;
    }
    const isSo = { 0x15: held === value, 0x35: held >= value, 0x45: (held & value) !== 0 }[code];
    if (isSo === undefined) throw new Error(`The kernel knows no instruction ${code}.`);
    at += 8 * (isSo ? ifTrue : ifFalse);
  }
  throw new Error('The kernel takes no filter that ends without an answer.');
}

const refused = (machine: number, program: Buffer) =>
  Array.from({ length: CALLS }, (_, number) => number).filter(
    (number) => judge(program, { machine, number }) === NOT_PERMITTED,
  );

describe('the filter of system calls', () => {
  const x64 = seccompFilter('x64')!;
  const arm64 = seccompFilter('arm64')!;

  it('refuses on each machine what no decoder needs, and nothing else', () => {
    expect(refused(X64, x64)).toEqual([
      29, 30, 31, 41, 42, 43, 49, 50, 53, 64, 68, 101, 103, 135, 154, 155, 161, 163, 165, 166, 167, 168, 169, 170, 171,
      172, 173, 175, 176, 179, 240, 246, 248, 249, 250, 256, 272, 279, 288, 298, 300, 303, 304, 308, 310, 311, 312, 313,
      319, 320, 321, 323, 425, 426, 427, 428, 429, 430, 431, 432, 433, 438, 442, 447,
    ]);
    expect(refused(ARM64, arm64)).toEqual([
      39, 40, 41, 51, 60, 89, 92, 97, 104, 105, 106, 116, 117, 142, 161, 162, 180, 186, 190, 194, 195, 196, 198, 199,
      200, 201, 202, 203, 217, 218, 219, 224, 225, 238, 239, 241, 242, 262, 264, 265, 268, 270, 271, 272, 273, 279, 280,
      282, 294, 425, 426, 427, 428, 429, 430, 431, 432, 433, 438, 442, 447,
    ]);
  });

  it('ends whatever makes calls of another machine', () => {
    for (const [program, machine] of [
      [x64, ARM64],
      [x64, ANOTHER],
      [arm64, X64],
    ] as const) {
      expect(judge(program, { machine, number: 0 })).toBe(KILLED);
    }
  });

  it('knows no call of the other kind of program, whatever its number', () => {
    for (const number of [0, 41, 101]) {
      expect(judge(x64, { machine: X64, number: 0x40000000 + number })).toBe(NOT_KNOWN);
    }
  });

  it.each([
    ['x64', x64, X64, 56],
    ['arm64', arm64, ARM64, 220],
  ])('lets threads and processes begin on %s, and no namespace', (_, program, machine, number) => {
    const clone = (flags: number) => judge(program, { machine, number, arguments: [flags] });
    expect([clone(CLONE_OF_A_THREAD), clone(17)]).toEqual([ALLOWED, ALLOWED]);
    for (const flag of [NEW_USER, NEW_NET, NEW_TIME]) expect(clone(CLONE_OF_A_THREAD | flag)).toBe(NOT_PERMITTED);
    expect(judge(program, { machine, number: 435 })).toBe(NOT_KNOWN);
  });

  it.each([
    ['x64', x64, X64, 9],
    ['arm64', arm64, ARM64, 222],
  ])(
    'lets files and own memory be mapped on %s, and none that nobody is counted for',
    (_, program, machine, number) => {
      const map = (flags: number) => judge(program, { machine, number, arguments: [0, 4096, 3, flags] });
      expect([map(PRIVATE | ANONYMOUS), map(PRIVATE), map(SHARED)]).toEqual([ALLOWED, ALLOWED, ALLOWED]);
      expect(map(SHARED | ANONYMOUS)).toBe(NOT_PERMITTED);
    },
  );

  it('is none on a machine whose calls are not known', () => expect(seccompFilter('riscv64')).toBeNull());
});
