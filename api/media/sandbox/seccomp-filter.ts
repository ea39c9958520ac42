/** Numbers of the system calls that no decoder needs, as Linux has given them to x86-64 and, with many others, to ARM64. */
const FORBIDDEN: Readonly<Record<string, readonly [x64: number | null, arm64: number | null]>> = {
  // The processes of others, and the kernel itself.
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  kcmp: [312, 272],
  pidfd_getfd: [438, 438],
  perf_event_open: [298, 241],
  bpf: [321, 280],
  userfaultfd: [323, 282],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  reboot: [169, 142],
  syslog: [103, 116],
  acct: [163, 89],
  quotactl: [179, 60],
  iopl: [172, null],
  ioperm: [173, null],
  modify_ldt: [154, null],
  personality: [135, 92],
  fanotify_init: [300, 262],
  move_pages: [279, 239],
  migrate_pages: [256, 238],
  // Keys.
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  // Views of files, and namespaces.
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  swapon: [167, 224],
  swapoff: [168, 225],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
  unshare: [272, 97],
  setns: [308, 268],
  sethostname: [170, 161],
  setdomainname: [171, 162],
  // Every kind of connection.
  socket: [41, 198],
  socketpair: [53, 199],
  connect: [42, 203],
  bind: [49, 200],
  listen: [50, 201],
  accept: [43, 202],
  accept4: [288, 242],
  // Memory that is not counted as its own.
  memfd_create: [319, 279],
  memfd_secret: [447, 447],
  shmget: [29, 194],
  shmat: [30, 196],
  shmctl: [31, 195],
  msgget: [68, 186],
  semget: [64, 190],
  mq_open: [240, 180],
};

const MACHINES = {
  x64: { audit: 0xc000003e, column: 0, clone: 56, mmap: 9 },
  arm64: { audit: 0xc00000b7, column: 1, clone: 220, mmap: 222 },
} as const;

/** The same number everywhere. Its flags lie in memory, where no filter can read them: libraries then use `clone`. */
const CLONE3 = 435;
/** From there on numbers mean the calls of another kind of program (x32). */
const X32 = 0x40000000;
/** Of `clone`: every new namespace. */
const NEW_NAMESPACES = 0x7e020080;
const MAP_SHARED = 0x01;
const MAP_ANONYMOUS = 0x20;

const [EPERM, ENOSYS] = [1, 38];
const ALLOW = 0x7fff0000;
const KILL = 0x80000000;
const refuse = (reason: number) => 0x00050000 | reason;

/** Where the kernel tells the call, the machine and the low halves of the arguments. */
const [CALL_AT, MACHINE_AT] = [0, 4];
const argumentAt = (index: number) => 16 + 8 * index;

/** One instruction of the kernel's packet filter; jumps count the instructions that are passed over. */
type Instruction = readonly [code: number, ifTrue: number, ifFalse: number, value: number];
const load = (at: number): Instruction => [0x20, 0, 0, at];
const isEqual = (value: number, ifTrue: number, ifFalse: number): Instruction => [0x15, ifTrue, ifFalse, value];
const isAtLeast = (value: number, ifTrue: number, ifFalse: number): Instruction => [0x35, ifTrue, ifFalse, value];
const hasAny = (value: number, ifTrue: number, ifFalse: number): Instruction => [0x45, ifTrue, ifFalse, value];
const answer = (value: number): Instruction => [0x06, 0, 0, value];

/**
 * What forbids system calls that no decoder needs, compiled for the kernel, as bubblewrap takes it.
 * @returns null for a machine whose calls are not known here
 */
export function seccompFilter(arch: string): Buffer | null {
  if (arch !== 'x64' && arch !== 'arm64') return null;
  const { audit, column, clone, mmap } = MACHINES[arch];
  const forbidden = Object.values(FORBIDDEN).flatMap((numbers) => numbers[column] ?? []);
  return assemble([
    load(MACHINE_AT),
    isEqual(audit, 1, 0),
    answer(KILL),
    load(CALL_AT),
    ...(arch === 'x64' ? [isAtLeast(X32, 0, 1), answer(refuse(ENOSYS))] : []),
    ...forbidden.flatMap((number) => [isEqual(number, 0, 1), answer(refuse(EPERM))]),
    isEqual(CLONE3, 0, 1),
    answer(refuse(ENOSYS)),
    // Of `clone` the first argument tells what is new: a thread or a process may be.
    isEqual(clone, 0, 4),
    load(argumentAt(0)),
    hasAny(NEW_NAMESPACES, 0, 1),
    answer(refuse(EPERM)),
    answer(ALLOW),
    // Of `mmap` the fourth: memory that is shared with nobody's file belongs to no process that could be limited.
    isEqual(mmap, 0, 4),
    load(argumentAt(3)),
    hasAny(MAP_SHARED, 0, 2),
    hasAny(MAP_ANONYMOUS, 0, 1),
    answer(refuse(EPERM)),
    answer(ALLOW),
  ]);
}

function assemble(instructions: readonly Instruction[]): Buffer {
  const program = Buffer.alloc(8 * instructions.length);
  instructions.forEach(([code, ifTrue, ifFalse, value], index) => {
    const at = 8 * index;
    program.writeUInt16LE(code, at);
    program.writeUInt8(ifTrue, at + 2);
    program.writeUInt8(ifFalse, at + 3);
    program.writeUInt32LE(value >>> 0, at + 4);
  });
  return program;
}
