/** One benchmark beside its peer, measured in the same run. */
export interface Result {
  what: string;
  ours: string;
  peer: string;
  /** How the two compare, or the figure itself where there is no peer. */
  ratio: number;
  goal: { atLeast: number } | { atMost: number };
}

export function show({ what, ours, peer, ratio, goal }: Result): void {
  const [isMet, wanted] =
    'atLeast' in goal ? [ratio >= goal.atLeast, `≥ ${goal.atLeast}`] : [ratio <= goal.atMost, `≤ ${goal.atMost}`];
  console.log(`${isMet ? 'met   ' : 'MISSED'}  ${what}`);
  console.log(`        ours ${ours} · peer ${peer} · ratio ${Number(ratio.toPrecision(3))} (goal ${wanted})`);
}

export const seconds = (value: number) => (value < 1 ? `${Math.round(value * 1000)} ms` : `${value.toFixed(1)} s`);
export const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(bytes < 1e7 ? 2 : 0)} MB`;
