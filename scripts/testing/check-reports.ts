/** What the stand-in for npm writes as the report of Jest, and ends with. */
export function specReport(passed: number, failed: number, { broken = 0, unsteady = 0 } = {}) {
  const again = Array.from({ length: unsteady }, (_, index) => ({
    fullName: `unsteady spec ${index + 1}`,
    status: 'passed',
    invocations: 2,
  }));
  const testResults = [
    {
      assertionResults: [
        { fullName: 'a steady spec', status: 'passed', invocations: 1 },
        ...again,
        { fullName: 'a failed spec', status: 'failed', invocations: 2 },
      ],
    },
  ];
  const report = { numPassedTests: passed, numFailedTests: failed, numRuntimeErrorTestSuites: broken, testResults };
  return { code: failed + broken > 0 ? 1 : 0, files: { 'test-results/jest.json': report } };
}

const journey = (title: string, status: string) => ({ title, tests: [{ status }] });

export function journeyReport(expected: number, unexpected: number, flaky = 0) {
  const unsteady = Array.from({ length: flaky }, () => journey('an unsteady journey', 'flaky'));
  const inner = { specs: unsteady };
  const suites = [{ specs: [journey('a steady journey', 'expected')], suites: [inner] }];
  const report = { stats: { expected, unexpected, flaky }, suites };
  return { code: unexpected > 0 ? 1 : 0, files: { 'test-results/playwright.json': report } };
}

export function failureReport(results: { name: string; state: string; isUnsteady?: true }[]) {
  const isSound = results.every(({ state }) => state === 'passed' || state === 'not run');
  return { code: isSound ? 0 : 1, files: { 'test-results/torture.json': { results } } };
}

export const unsteadyRows = (many: number) =>
  failureReport(Array.from({ length: many }, (_, row) => ({ name: `row ${row}`, state: 'passed', isUnsteady: true })));
