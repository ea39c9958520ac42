import { counted } from '../../contract/common/grammar.js';

const UNITS = [
  { forms: { one: 'hour', other: 'hours' }, seconds: 3600 },
  { forms: { one: 'minute', other: 'minutes' }, seconds: 60 },
];
const SECOND = { forms: { one: 'second', other: 'seconds' }, seconds: 1 };

/** A wait in words, rounded up so that nobody comes back too early: "40 seconds", "1 minute", "2 hours". */
export function writtenWait(seconds: number): string {
  const unit = UNITS.find((candidate) => seconds >= candidate.seconds) ?? SECOND;
  const count = Math.max(1, Math.ceil(seconds / unit.seconds));
  return counted(count, unit.forms);
}
