/** What a program that decodes bytes of strangers may touch and use. */
export interface WalledRun {
  /** Absolute path. */
  program: string;
  options: readonly string[];
  /** What the program is made of, beside its own file and the system's libraries; it can read these. */
  needs?: readonly string[];
  /** The one file that it reads, by the name of INPUT in its working folder. */
  input?: string;
  /** The one file that it writes, by the name of OUTPUT in its working folder. There is none unless it ends well. */
  output?: WalledOutput;
  /** How far it steps back behind everything else, up to 19. */
  niceness: number;
  limits: WalledLimits;
}

export interface WalledOutput {
  /** Where the file is to be afterwards. */
  path: string;
  maxBytes: number;
}

interface WalledLimits {
  /** Of computing, over all threads. */
  cpuSeconds: number;
  /** What one process may reserve. */
  addressSpaceBytes: number;
  /** What one process may reserve for itself alone. */
  dataBytes: number;
  /** What all of its processes together may fill. */
  memoryBytes: number;
}

export const INPUT = 'input';
export const OUTPUT = 'output';

/** Open in what runs behind walls: it is told from there that the walls stand and the program comes next. */
export const START_FD = 3;
/** The filter of system calls is read from there. */
export const FILTER_FD = 4;

/** How to run something behind walls, and what to do afterwards. */
export interface Enclosure {
  command: readonly [string, ...string[]];
  cwd?: string;
  /** Whether START_FD is written to. */
  tellsStart: boolean;
  /** To be written to FILTER_FD. */
  filter?: Buffer;
  /** Puts the output in its place when `isWanted`, and tidies up. */
  finish(isWanted: boolean): Promise<void>;
}

export interface Walls {
  /** What they lack, in words that go on from "without". */
  missing: readonly string[];
  enclose(run: WalledRun): Promise<Enclosure>;
}

/** The programs of the system that build walls and limits; null where there are none. */
export type WallPrograms = Readonly<Record<'bwrap' | 'unshare' | 'setpriv' | 'nice' | 'prlimit' | 'sh', string | null>>;
