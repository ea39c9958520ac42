import { follow, isLongSilence, isSpeaking, SILENCE } from './voice.js';

const hear = (peaks: number[], ms = 250) => peaks.reduce((voice, peak) => follow(voice, peak, ms), SILENCE);

it('takes for speech what stays loud for half a second, and no knock', () => {
  expect(isSpeaking(hear([0.2, 0.2]))).toBe(true);
  expect(isSpeaking(hear([0.2]))).toBe(false);
  expect(isSpeaking(hear([0.9, 0, 0.9, 0]))).toBe(false);
  expect(isSpeaking(hear([0.01, 0.02, 0.03]))).toBe(false);
});

it('takes for silence twenty seconds without a word, and begins anew at each', () => {
  const twenty = Array.from({ length: 80 }, () => 0.01);
  expect(isLongSilence(hear(twenty))).toBe(true);
  expect(isLongSilence(hear(twenty.slice(1)))).toBe(false);
  expect(isLongSilence(hear([...twenty.slice(1), 0.5, ...twenty.slice(1)]))).toBe(false);
});
