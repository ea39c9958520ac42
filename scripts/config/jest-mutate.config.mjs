import jest from './jest.config.mjs';

/** What `npm run mutate` says; `isSampled`: it runs Jest itself, without Stryker. */
const { project: name, roots, specs, isSampled, reached } = JSON.parse(process.env.MUTATION);

/**
 * One project alone, because the environment with which Stryker sees what a spec runs through reaches no list of
 * projects. A spec that fails is not tried again: here it is meant to.
 */
const project = { ...jest.projects.find(({ displayName }) => displayName === name) };
// What is evaluated once for many specs would keep its first mutant.
if (project.runtime) {
  delete project.runtime;
  delete project.testEnvironment;
}
const environment = project.testEnvironment?.replace('<rootDir>', project.rootDir) ?? 'jest-environment-node';
if (isSampled) process.env.MUTATION = JSON.stringify({ reached, environment });
export default {
  ...project,
  ...(isSampled && { testEnvironment: '<rootDir>/scripts/config/mutant-environment.mjs' }),
  // Jest looks through these before each of a thousand runs.
  roots: roots.map((folder) => `<rootDir>/${folder}`),
  testMatch: specs.map((pattern) => `<rootDir>/${pattern}`),
  setupFilesAfterEnv: [],
  testTimeout: jest.testTimeout,
  cacheDirectory: '<rootDir>/.jest',
};
