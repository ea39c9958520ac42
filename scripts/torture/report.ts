import { writeFile } from 'node:fs/promises';
import os from 'node:os';
import type { Figure, Outcome, Row } from './row.ts';

type State = 'passed' | 'missed' | 'failed' | 'not run';

interface Result {
  row: number;
  name: string;
  state: State;
  seconds: number;
  /** Of processors, by its servers and databases. */
  cpuSeconds: number;
  /** Why it was not run, or how it failed. */
  why?: string;
  outcome?: Outcome;
  /** It held at its second try only. */
  isUnsteady?: true;
}

export class Report {
  private readonly results: Result[] = [];
  private readonly late = new Set<string>();

  add(
    { number: row, name }: Row,
    took: { seconds: number; cpuSeconds: number },
    found: { outcome: Outcome } | { state: State; why: string },
  ): void {
    const result: Result = { row, name, ...took, ...('outcome' in found ? judge(found.outcome) : found) };
    const earlier = this.results.findIndex((one) => one.row === row);
    if (earlier === -1) this.results.push(result);
    else this.results[earlier] = { ...result, isUnsteady: true };
    console.log(lineOf(result));
  }

  /** It ended, and then something of it failed of which nobody knew any more. */
  addLate({ name }: Row): void {
    this.late.add(name);
  }

  get exitCode(): 0 | 1 {
    return this.results.every(isSound) && this.late.size === 0 ? 0 : 1;
  }

  holds({ number }: Row): boolean {
    return this.results.some((result) => result.row === number && isSound(result));
  }

  showTable(): void {
    this.results.sort((a, b) => a.row - b.row);
    const rows = this.results.flatMap(({ row, name, state, why, outcome }) =>
      outcome
        ? outcome.figures.map((figure, index) => [
            index === 0 ? `${row} ${name}` : '',
            figure.what,
            valueOf(figure),
            thresholdOf(figure) ?? '',
            isMet(figure) ? (figure.threshold ? 'passed' : 'told') : 'MISSED',
          ])
        : [[`${row} ${name}`, why?.split('\n')[0] ?? '', '', '', state]],
    );
    const head = ['row', 'figure', 'value', 'threshold', ''];
    const widths = head.map((_, column) => Math.max(...[head, ...rows].map((cells) => cells[column]!.length)));
    for (const cells of [head, ...rows]) {
      console.log(
        cells
          .map((cell, column) => cell.padEnd(widths[column]!))
          .join('  ')
          .trimEnd(),
      );
    }
    const count = (wanted: State) => this.results.filter(({ state }) => state === wanted).length;
    const unsteady = this.results.filter((result) => result.isUnsteady && isSound(result));
    if (unsteady.length > 0) console.log(`At the second try only: ${unsteady.map(({ name }) => name).join(', ')}`);
    for (const result of this.results) if (!isSound(result)) console.log(lineOf(result));
    if (this.late.size > 0) console.log(`Failed after their end: ${[...this.late].join(', ')}`);
    console.log(`${count('passed')} passed, ${count('missed') + count('failed')} failed, ${count('not run')} not run`);
  }

  async write(file: string, run: { seed: number; isQuick: boolean }): Promise<void> {
    const machine = { cores: os.cpus().length, load: os.loadavg()[0], node: process.version };
    const report = { ...run, at: new Date().toISOString(), machine, results: this.results };
    await writeFile(file, `${JSON.stringify(report, null, 2)}\n`);
  }
}

function judge(outcome: Outcome): Pick<Result, 'state' | 'why' | 'outcome'> {
  if (outcome.figures.length === 0) return { state: 'failed', why: 'It has no figure.' };
  return { state: outcome.figures.every(isMet) ? 'passed' : 'missed', outcome };
}

function lineOf({ row, name, state, seconds, cpuSeconds, why, outcome }: Result): string {
  const lines = [
    `${state.padEnd(7)}  ${row} ${name} (${seconds.toFixed(1)} s, ${cpuSeconds.toFixed(1)} s of processors)`,
  ];
  if (why) lines.push(why);
  if (outcome) {
    lines.push(`${outcome.tried}: ${outcome.figures.map((figure) => `${figure.what} ${valueOf(figure)}`).join(' · ')}`);
    lines.push(...(outcome.notes ?? []).slice(0, 20));
  }
  return lines.join('\n         ');
}

const isSound = ({ state }: Result) => state === 'passed' || state === 'not run';
export const isMet = ({ value, threshold }: Figure) =>
  !threshold || ('atMost' in threshold ? value <= threshold.atMost : value >= threshold.atLeast);
const valueOf = ({ value, unit }: Figure) => `${Number(value.toPrecision(4))}${unit ? ` ${unit}` : ''}`;
const thresholdOf = ({ threshold, unit }: Figure) =>
  threshold && `${'atMost' in threshold ? `≤ ${threshold.atMost}` : `≥ ${threshold.atLeast}`}${unit ? ` ${unit}` : ''}`;
