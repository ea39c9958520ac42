import { type MailServer, startMailServer } from '../../../api/testing/mail-server.ts';
import { addStory, videoPath } from '../archive.ts';
import { Person } from '../person.ts';
import { type Product, STAFF_PASSWORD } from '../product.ts';
import type { Random } from '../random.ts';
import { atLeast, atMost, type Context, type Outcome, type Row } from '../row.ts';
import { randomWebm, sampleJpeg, toDataUrl } from '../samples.ts';

/** What nobody may find in a log: an e-mail, a name, a password and every token, through a whole journey. */
export const secretsInLogs: Row = { number: 15, name: 'secrets-in-logs', counts: { full: 10, quick: 1 }, run };

async function run({ random, count, product: makeProduct }: Context): Promise<Outcome> {
  await using mails = await startMailServer();
  // Without a mail server the link is told to whoever sits before it.
  const settings = { SMTP_URL: mails.url, MAIL_FROM: 'stories@example.org' };
  const product = await makeProduct({ LOG_LEVEL: 'debug', ...settings });
  await product.start();
  const secrets = new Map<string, string>([[STAFF_PASSWORD, 'the staff password']]);
  for (let time = 0; time < count; time++) await journey(product, mails, random, secrets);
  await failures(product, random, secrets);
  await product.stop();
  await product.start();
  const notes: string[] = [];
  // Whoever starts it in development is told the password, once, where they sit.
  look('the output', product.output.replaceAll(`password ${STAFF_PASSWORD}`, ''));
  const logs = await product.databaseLogs();
  for (const [file, text] of logs) look(`PostgreSQL’s ${file}`, text);
  return {
    tried: `${count} journeys at debug level, ${secrets.size} secrets`,
    figures: [
      atMost('secrets in logs', notes.length),
      atLeast('lines of the log', product.output.split('\n').length, 20),
      atLeast('lines of PostgreSQL’s log', [...logs.values()].join('').split('\n').length, 5),
    ],
    notes,
  };

  function look(place: string, text: string): void {
    for (const [secret, what] of secrets) {
      const spellings = [
        secret,
        encodeURIComponent(secret),
        Buffer.from(secret).toString('base64').replaceAll('=', ''),
      ];
      if (spellings.some((spelling) => text.includes(spelling))) notes.push(`${what} in ${place}`);
    }
  }
}

async function journey(
  product: Product,
  mails: MailServer,
  random: Random,
  secrets: Map<string, string>,
): Promise<void> {
  const secret = (what: string) => {
    const word = random.word();
    secrets.set(word, what);
    return word;
  };
  const person = new Person(product.url);
  const email = `${secret('an e-mail')}@example.org`;
  await person.do('POST', '/api/register', {
    json: {
      firstName: secret('a first name'),
      lastName: secret('a last name'),
      email,
      tag: true,
      instagram: secret('a handle'),
    },
  });
  const keep = (whose: Person, what: string) => {
    for (const [name, value] of whose.cookies) if (value.length > 20) secrets.set(value, `${what} ${name}`);
  };
  keep(person, 'a cookie');
  const title = secret('a title');
  const videoData = toDataUrl(randomWebm(random, 2_000), 'video/webm');
  await person.do('POST', '/api/videos/upload-cloud', { json: { questionId: 1, title, videoData } });
  const imageData = toDataUrl(await sampleJpeg(), 'image/jpeg');
  const photo = { originalName: `${secret('a file name')}.jpg`, imageData, description: secret('a description') };
  await person.do('POST', '/api/photos', { json: photo });
  const other = new Person(product.url);
  await other.call('POST', '/api/resume-interview', { json: { email } });
  const token = mailedToken(mails, email);
  secrets.set(token, 'the token of a link');
  await other.call('POST', '/api/auth/link/preview', { json: { token } });
  await other.call('POST', '/api/auth/link', { json: { token } });
  keep(other, 'a cookie by link');
  await other.call('POST', '/api/admin/session', { json: { password: secret('a wrong password') } });
  const staff = await product.staff();
  keep(staff, 'a staff cookie');
  await staff.call('GET', `/api/admin/user-photos/${email}`);
  await staff.call('GET', '/api/admin/all-users', { headers: { 'x-admin-password': secret('a wrong header') } });
  await staff.call('GET', `/api/admin/senders?q=${secret('a search of staff')}`);
  const story = await addStory(product, staff, random, { transcript: secret('a transcript') });
  await staff.do('PUT', videoPath(story.video.id, '/approve'), { json: {} });
  await other.call('GET', `/api/search-data?q=${secret('a search')}`);
  await other.call('POST', '/api/save-progress', {
    json: { email, field: 'introduction_completed_at', questionNumber: 1 },
  });
  await other.call('GET', `/upload?contact_email=${encodeURIComponent(email)}`);
  await staff.do('DELETE', `/api/admin/delete-user/${story.user.id}`);
}

/** What is logged most often is what went wrong. */
async function failures(product: Product, random: Random, secrets: Map<string, string>): Promise<void> {
  const [word, kept] = [random.word(), random.word()];
  secrets.set(word, 'a word of a refused call').set(kept, 'a word of a statement that fails');
  const person = new Person(product.url);
  await person.call('POST', '/api/register', { json: { firstName: word, lastName: word, email: `${word}@@` } });
  await person.call('POST', '/api/register', {
    json: { firstName: word, lastName: word, email: `${word}@example.org`, [word]: word },
  });
  await person.call('GET', `/api/user-story/${word}`, {
    headers: { cookie: `session=${word}`, authorization: `Bearer ${word}` },
  });
  await fetch(`${product.url}/api/register`, {
    method: 'POST',
    body: `{"email": "${word}`,
    headers: { 'content-type': 'application/json' },
  });
  // A statement that fails is what PostgreSQL logs.
  await product.query('ALTER TABLE participant ADD CONSTRAINT torture CHECK (first_name <> last_name) NOT VALID');
  const { status } = await new Person(product.url).call('POST', '/api/register', {
    json: { firstName: kept, lastName: kept, email: `${kept}@example.org` },
  });
  if (status !== 500) throw new Error(`The database refused nothing: ${status}`);
}

function mailedToken({ received }: MailServer, email: string): string {
  const mail = received.find(({ to }) => to.includes(email));
  const token = /#signin=([\w-]{20,})/.exec(mail?.content.text ?? '')?.[1];
  if (!token) throw new Error('No link was mailed.');
  return token;
}
