const UNITS = [
  { name: 'hour', seconds: 3600 },
  { name: 'minute', seconds: 60 },
  { name: 'second', seconds: 1 },
];

/** A wait in words, rounded up so that nobody comes back too early: "40 seconds", "1 minute", "2 hours". */
export function writtenWait(seconds: number): string {
  const unit = UNITS.find((candidate) => seconds >= candidate.seconds) ?? { name: 'second', seconds: 1 };
  const count = Math.max(1, Math.ceil(seconds / unit.seconds));
  return `${count} ${unit.name}${count === 1 ? '' : 's'}`;
}
