/** What is wrong with the environment, one sentence for each variable. Values are left out: some are secret. */
export class ConfigError extends Error {
  readonly problems: readonly string[];

  /** @param issues `path` starts with the variable's name, `message` goes on from it */
  constructor(issues: readonly { path: readonly PropertyKey[]; message: string }[]) {
    const problems = [...new Set(issues.map(({ path, message }) => `${String(path[0])} ${message}.`))];
    super(problems.join('\n'));
    this.name = 'ConfigError';
    this.problems = problems;
  }
}
