import { copyProject, OLD_NODE } from './testing/project-copy.js';

const project = copyProject();

describe('refuses', () => {
  it('an old Node in one sentence', () => {
    const { status, stderr } = project.run(...OLD_NODE, 'scripts/build.mjs');
    expect(status).toBe(1);
    expect(stderr).toBe(
      'Node.js 24 or newer is needed, and this is 20.19.0. ' +
        'Use npm (npm start, npm test), which brings its own on Linux, macOS and Windows.\n',
    );
  });
});
