/** What each recording of the fake camera consists of, unless a spec brings another. */
export const RECORDED = `first piece ${'x'.repeat(2_000)}, last piece`;
const LAST_PIECE_LENGTH = 10;

class FakeTrack extends EventTarget {
  readyState: 'live' | 'ended' = 'live';
  muted = false;
  constructor(readonly kind: 'video' | 'audio') {
    super();
  }

  /** Of listeners that come with one, as all of the recorder do. */
  private readonly signals: AbortSignal[] = [];

  override addEventListener(...[type, listener, options]: Parameters<EventTarget['addEventListener']>): void {
    if (typeof options === 'object' && options.signal) this.signals.push(options.signal);
    super.addEventListener(type, listener, options);
  }

  get listeners(): number {
    return this.signals.filter(({ aborted }) => !aborted).length;
  }

  getSettings(): MediaTrackSettings {
    return this.kind === 'video' ? { width: 1080, height: 1920 } : {};
  }

  stop(): void {
    this.readyState = 'ended';
  }

  /** As when a call takes it. */
  mute(): void {
    this.muted = true;
    this.dispatchEvent(new Event('mute'));
  }

  /** As when it is unplugged: unlike `stop`, the page is told. */
  end(): void {
    this.readyState = 'ended';
    this.dispatchEvent(new Event('ended'));
  }
}

class FakeStream {
  constructor(private readonly tracks: FakeTrack[]) {}

  getTracks = () => this.tracks;
  getVideoTracks = () => this.tracks.filter(({ kind }) => kind === 'video');
  getAudioTracks = () => this.tracks.filter(({ kind }) => kind === 'audio');
}

/** A device's camera and microphone, recorder and screen lock, as a spec wants them; jsdom has none of them. */
export class FakeCamera {
  /** The name of the DOMException with which the browser refuses; null where it allows. */
  refusal: string | null = null;
  /** What a microphone that is on lets through, 0 to 1. */
  loudness = 0.5;
  /** Whether the browser lets the page hear what the microphone lets through. `refused`: it throws, as Firefox of another rate. */
  hearing: 'running' | 'suspended' | 'refused' = 'running';
  /** How many times the page listens: a phone lets it a few. */
  listening = 0;
  /** A recorder refuses to start. */
  cannotRecord = false;
  /** A recorder runs, and hands over nothing, ever; or no picture. */
  withholds: boolean | 'picture' = false;
  /** The types that were asked to be recorded in, one for each recorder. */
  recordedTypes: string[] = [];
  /** A recorder stops as soon as it starts, without anything. */
  recordsNothing = false;
  /** `lies`: it does as if nothing had been asked. */
  pausing: 'works' | 'lies' | 'unknown' = 'works';
  resuming: 'works' | 'lies' = 'works';
  /** What is recorded. */
  recorded: Buffer<ArrayBuffer> = Buffer.from(RECORDED);
  tracks: FakeTrack[] = [];
  asked: MediaStreamConstraints[] = [];
  /** What the browser says of the camera before it is asked for. */
  permission: PermissionState = 'prompt';
  wakeLocks = { requested: 0, held: 0 };

  /** Is the document's camera from now on. */
  install(): this {
    const canRecord = () => !this.cannotRecord;
    const handsOver = (type: string) => (this.withholds === 'picture' ? type.startsWith('audio/') : !this.withholds);
    const noteType = (type: string) => this.recordedTypes.push(type);
    const recorded = () => this.recorded;
    const canKeep = () => !this.recordsNothing;
    const pausing = () => this.pausing;
    const resuming = () => this.resuming;
    const listen = (samples: Float32Array) => samples.fill(this.loudness);
    const hearing = () => this.hearing;
    const countListening = (more: number) => (this.listening += more);
    define(navigator, 'mediaDevices', { getUserMedia: (wanted: MediaStreamConstraints) => this.open(wanted) });
    define(navigator, 'permissions', { query: () => Promise.resolve({ state: this.permission }) });
    define(navigator, 'wakeLock', { request: () => this.lockScreen() });
    define(
      globalThis,
      'MediaRecorder',
      class extends FakeRecorder {
        override recorded = recorded;

        override handOver(piece: BlobPart): void {
          super.handOver(handsOver(this.mimeType) ? piece : '');
        }

        override start(): void {
          noteType(this.mimeType);
          if (!canRecord()) throw new DOMException('', 'NotSupportedError');
          if (canKeep()) super.start();
          else queueMicrotask(() => this.dispatchEvent(new Event('stop')));
        }

        override pause(): void {
          if (pausing() === 'unknown') throw new TypeError('recorder.pause is not a function');
          if (pausing() === 'works') super.pause();
        }

        override resume(): void {
          if (resuming() === 'works') super.resume();
        }
      },
    );
    define(globalThis, 'MediaStream', FakeStream);
    define(
      globalThis,
      'AudioContext',
      class {
        private isClosed = false;

        constructor() {
          countListening(1);
        }

        get state(): AudioContextState {
          if (this.isClosed) return 'closed';
          return hearing() === 'running' ? 'running' : 'suspended';
        }

        createMediaStreamSource(): object {
          if (hearing() === 'refused') throw new DOMException('', 'NotSupportedError');
          return { connect: () => undefined };
        }

        close(): Promise<void> {
          if (this.isClosed) return Promise.reject(new DOMException('', 'InvalidStateError'));
          this.isClosed = true;
          countListening(-1);
          return Promise.resolve();
        }
      },
    );
    define(
      globalThis,
      'AnalyserNode',
      class {
        fftSize = 8;
        getFloatTimeDomainData = listen;
      },
    );
    return this;
  }

  /** As in a browser that knows no recording, or at an address that is not secure. */
  uninstall(): void {
    Reflect.deleteProperty(navigator, 'mediaDevices');
    Reflect.deleteProperty(navigator, 'permissions');
  }

  get isOn(): boolean {
    return this.tracks.some(({ readyState }) => readyState === 'live');
  }

  private open(wanted: MediaStreamConstraints): Promise<MediaStream> {
    this.asked.push(wanted);
    if (this.refusal) return Promise.reject(new DOMException('', this.refusal));
    const opened = [new FakeTrack('audio'), ...(wanted.video ? [new FakeTrack('video')] : [])];
    this.tracks.push(...opened);
    return Promise.resolve(new FakeStream(opened) as unknown as MediaStream);
  }

  private lockScreen() {
    this.wakeLocks.requested++;
    this.wakeLocks.held++;
    const release = () => {
      this.wakeLocks.held--;
      return Promise.resolve();
    };
    return Promise.resolve({ release });
  }
}

/** Hands over one piece when it starts and another when it stops. */
class FakeRecorder extends EventTarget {
  static isTypeSupported = (type: string) => type.includes('webm');
  state: RecordingState = 'inactive';
  readonly mimeType: string;
  /** As they were asked for: nothing where they were not. */
  readonly videoBitsPerSecond: number;
  readonly audioBitsPerSecond: number;

  constructor(
    _stream: MediaStream,
    { mimeType = '', videoBitsPerSecond = 0, audioBitsPerSecond = 0 }: MediaRecorderOptions,
  ) {
    super();
    this.mimeType = mimeType;
    this.videoBitsPerSecond = videoBitsPerSecond;
    this.audioBitsPerSecond = audioBitsPerSecond;
  }

  start(): void {
    this.state = 'recording';
    queueMicrotask(() => this.handOver(this.recorded().subarray(0, -LAST_PIECE_LENGTH)));
  }

  pause(): void {
    this.state = 'paused';
  }

  resume(): void {
    this.state = 'recording';
  }

  /** What there was has been handed over. */
  requestData(): void {
    this.handOver('');
  }

  /** As in a browser, it does nothing once the recorder has stopped by itself. */
  stop(): void {
    if (this.state === 'inactive') return;
    this.state = 'inactive';
    queueMicrotask(() => {
      this.handOver(this.recorded().subarray(-LAST_PIECE_LENGTH));
      this.dispatchEvent(new Event('stop'));
    });
  }

  recorded = (): Buffer<ArrayBuffer> => Buffer.from(RECORDED);

  handOver(piece: BlobPart): void {
    this.dispatchEvent(Object.assign(new Event('dataavailable'), { data: new Blob([piece]) }));
  }
}

function define(target: object, name: string, value: unknown): void {
  Object.defineProperty(target, name, { configurable: true, writable: true, value });
}
