import { copyProject } from './testing/project-copy.js';

const project = copyProject();

const npmSays = (report: unknown) =>
  project.write('fake-npm.mjs', `console.log(${JSON.stringify(JSON.stringify(report))}); process.exit(1);`);
const weakness = (severity: string) => ({ name: 'left-pad', range: '<2', severity, via: [{ title: 'Pads right' }] });

describe('audit', () => {
  it('passes where the registry does not answer, and says so', async () => {
    await npmSays({ message: '405 Method Not Allowed', error: { code: 'EAUDIT' } });
    expect(project.run('scripts/audit.mjs')).toMatchObject({
      status: 0,
      lines: ['Not looked for weaknesses: the registry did not answer that.'],
    });
  });

  it.each([
    ['moderate', 0],
    ['high', 1],
    ['critical', 1],
  ])('ends with a %s weakness as %i', async (severity, status) => {
    await npmSays({ vulnerabilities: { 'left-pad': weakness(severity) }, metadata: {} });
    const result = project.run('scripts/audit.mjs');
    expect(result.status).toBe(status);
    expect(result.lines[0]).toBe(
      status === 1 ? `${severity}: left-pad <2: Pads right` : 'No severe weakness is known.',
    );
  });
});
