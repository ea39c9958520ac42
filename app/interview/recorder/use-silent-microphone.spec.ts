import { hear, NOTHING_HEARD, seemsSilent } from './use-silent-microphone.js';

const listen = (...peaks: number[]) => peaks.reduce((hearing, peak) => hear(hearing, peak, 1_000), NOTHING_HEARD);

describe('hearing', () => {
  it('takes a microphone for silent after four seconds of nothing', () => {
    expect(seemsSilent(listen(0, 0, 0))).toBe(false);
    expect(seemsSilent(listen(0, 0.0001, 0, 0))).toBe(true);
  });

  it('does not after any sound, however long ago', () => {
    expect(seemsSilent(listen(0, 0.02, 0, 0, 0, 0, 0, 0))).toBe(false);
  });

  it('changes its mind with the first sound', () => {
    expect(seemsSilent(listen(0, 0, 0, 0, 0, 0.1))).toBe(false);
  });
});
