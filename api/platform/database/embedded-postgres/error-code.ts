/** True for an error that carries one of these codes (`ENOENT` from the system, `57P03` from PostgreSQL). */
export function isErrorWithCode(error: unknown, ...codes: string[]): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && codes.includes(String(error.code));
}
