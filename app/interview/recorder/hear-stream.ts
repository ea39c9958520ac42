/** How often a stream that is listened to is looked at. */
export const HEAR_EVERY_MS = 250;
/** Samples looked at each time: at 48 kHz two thirds of what has passed since, enough to catch any voice. */
const SAMPLES = 8_192;

/**
 * Tells the loudest sample (0 to 1) of each quarter of a second. Nothing where the browser refuses, as Firefox does where the
 * microphone has another rate than the page: a recording goes on all the same. Returns what ends it.
 */
export function hearStream(stream: MediaStream, onPeak: (peak: number) => void): () => void {
  const listening = listenTo(stream);
  if (!listening) return () => undefined;
  const { context, analyser } = listening;
  const samples = new Float32Array(analyser.fftSize);
  const timer = setInterval(() => {
    // A context that the browser has not let run hears nothing, whatever the microphone does.
    if (context.state !== 'running') return;
    analyser.getFloatTimeDomainData(samples);
    onPeak(samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0));
  }, HEAR_EVERY_MS);
  return () => {
    clearInterval(timer);
    close(context);
  };
}

function listenTo(stream: MediaStream): { context: AudioContext; analyser: AnalyserNode } | null {
  let context: AudioContext | undefined;
  try {
    context = new AudioContext();
    const analyser = new AnalyserNode(context, { fftSize: SAMPLES });
    context.createMediaStreamSource(stream).connect(analyser);
    return { context, analyser };
  } catch {
    if (context) close(context);
    return null;
  }
}

/** Fails only when it is closed already. */
function close(context: AudioContext): void {
  context.close().catch(() => undefined);
}
