import { hear, NOTHING_HEARD, seemsSilent } from './hearing.js';

const CHECK_MS = 250;
/** Samples looked at each time: at 48 kHz two thirds of what has passed since, enough to catch any voice. */
const SAMPLES = 8_192;

/**
 * Listens to a stream until the first sound. Tells whether its microphone seems silent, each time that changes.
 * The answer ends it.
 */
export function watchMicrophone(stream: MediaStream, onChange: (isSilent: boolean) => void): () => void {
  const context = new AudioContext();
  const analyser = new AnalyserNode(context, { fftSize: SAMPLES });
  context.createMediaStreamSource(stream).connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  let hearing = NOTHING_HEARD;
  let wasSilent = false;

  const stop = () => {
    clearInterval(timer);
    // Closing fails only when it is closed already.
    context.close().catch(() => undefined);
  };
  const check = () => {
    // A context that the browser has not let run hears nothing, whatever the microphone does.
    if (context.state !== 'running') return;
    analyser.getFloatTimeDomainData(samples);
    hearing = hear(hearing, loudest(samples), CHECK_MS);
    const isSilent = seemsSilent(hearing);
    if (isSilent !== wasSilent) onChange(isSilent);
    wasSilent = isSilent;
    if (hearing.hasHeard) stop();
  };
  const timer = setInterval(check, CHECK_MS);
  return stop;
}

function loudest(samples: Float32Array): number {
  return samples.reduce((peak, sample) => Math.max(peak, Math.abs(sample)), 0);
}
