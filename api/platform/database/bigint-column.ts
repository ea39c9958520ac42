/** Sizes in bytes fit a JavaScript number; the driver hands PostgreSQL's bigint over as text. */
export const bigintAsNumber = {
  to: (value: number): number => value,
  from: (value: string): number => Number(value),
};
