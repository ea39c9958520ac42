import { jest } from '@jest/globals';
import { RecordingWays, tryWays } from './recording-trial.js';

type Gives = 'slices' | 'whole' | 'nothing' | 'refusal' | 'an end';

/** What recorders of a type do; of those that are not named the browser says that it does not record them. */
let gives: Record<string, Gives>;
let running: number;

class Recorder extends EventTarget {
  static isTypeSupported = (type: string) => type in gives;
  state = 'inactive';
  private readonly type: string;
  constructor(_stream: unknown, { mimeType = '' }: { mimeType?: string }) {
    super();
    this.type = mimeType;
  }

  start(timeslice: number): void {
    const what = gives[this.type] ?? 'refusal';
    if (what === 'refusal') throw new DOMException('', 'NotSupportedError');
    this.state = 'recording';
    running++;
    if (what === 'an end') setTimeout(() => this.stop());
    if (what === 'slices') setTimeout(() => this.handOver('x'), timeslice);
  }

  stop(): void {
    this.state = 'inactive';
    running--;
    this.handOver(gives[this.type] === 'whole' ? 'x' : '');
    this.dispatchEvent(new Event('stop'));
  }

  private handOver(bytes: string): void {
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob([bytes]) }));
  }
}

const [VP9, VP8] = ['video/webm;codecs=vp9,opus', 'video/webm;codecs=vp8,opus'];

describe('a trial before a recording', () => {
  let ways: RecordingWays;
  const attempt = async (signal = new AbortController().signal) => {
    const trial = tryWays(ways, 'camera', {} as MediaStream, signal);
    trial.catch(() => undefined);
    await jest.advanceTimersByTimeAsync(20_000);
    return trial;
  };
  beforeEach(() => {
    jest.useFakeTimers();
    [running, ways] = [0, new RecordingWays(false)];
    Object.assign(globalThis, { MediaRecorder: Recorder });
  });
  afterEach(() => {
    jest.useRealTimers();
    Reflect.deleteProperty(globalThis, 'MediaRecorder');
    expect(running).toBe(0);
  });

  it('takes half a second where the best type works', async () => {
    gives = { [VP9]: 'slices', [VP8]: 'slices' };
    const trial = tryWays(ways, 'camera', {} as MediaStream, new AbortController().signal);
    await jest.advanceTimersByTimeAsync(500);
    expect(await trial).toBe(true);
    expect(ways.isProven('camera')).toBe(true);
    expect(ways.choose('camera')).toEqual({ mimeType: VP9, isWhole: false });
  });

  it.each(['nothing', 'whole', 'refusal', 'an end'] as const)(
    'prefers a type that yields slices to one that yields %s',
    async (what) => {
      gives = { [VP9]: what, [VP8]: 'slices' };
      expect(await attempt()).toBe(true);
      expect(ways.choose('camera')).toEqual({ mimeType: VP8, isWhole: false });
    },
  );

  it('takes one piece at Stop where nothing comes before', async () => {
    gives = { [VP9]: 'nothing', [VP8]: 'whole' };
    expect(await attempt()).toBe(true);
    expect(ways.choose('camera')).toEqual({ mimeType: VP8, isWhole: true });
  });

  it('takes what the browser chooses by itself before that', async () => {
    gives = { [VP9]: 'whole', '': 'slices' };
    expect(await attempt()).toBe(true);
    expect(ways.choose('camera')).toEqual({ mimeType: undefined, isWhole: false });
  });

  it('says so where nothing yields anything, until it is forgotten', async () => {
    gives = { [VP9]: 'nothing', [VP8]: 'refusal' };
    expect(await attempt()).toBe(false);
    expect(ways.choose('camera')).toBeNull();
    ways.forget();
    expect(ways.choose('camera')).toEqual({ mimeType: VP9, isWhole: false });
  });

  it('ends when a recording begins, and has learnt nothing then', async () => {
    gives = { [VP9]: 'nothing' };
    const recording = new AbortController();
    setTimeout(() => recording.abort(new Error('It begins.')), 100);
    await expect(attempt(recording.signal)).rejects.toThrow('It begins.');
    expect(ways.choose('camera')).toEqual({ mimeType: VP9, isWhole: false });
  });
});
