import { emailKey } from '../contract/people/email-key.js';
import { PublicUpload } from '../people/public-uploads/public-upload.entity.js';
import { sampleJpeg } from './sample-media.js';
import type { TestApp } from './test-app.js';

const PHOTO = await sampleJpeg();

let senders = 0;

/** Someone who sends photos and videos without being signed in, under an e-mail that nobody else has. */
export class PublicSender {
  readonly email = `Sender-${++senders}@example.org`;
  readonly photo = PHOTO;

  constructor(private readonly testApp: TestApp) {}

  /** A form without anything in it yet. */
  form() {
    return this.testApp.http.post('/api/public/upload');
  }

  /** One file, without a word about it. */
  send({ email = this.email, bytes = PHOTO, name = 'a.jpg' } = {}) {
    return this.form().field('submitterEmail', email).attach('file0', bytes, name);
  }

  /** A form that is whole already, as a browser sends it. */
  async sendForm(form: FormData) {
    const request = new Response(form);
    const type = request.headers.get('content-type')!;
    return this.form()
      .set('content-type', type)
      .send(Buffer.from(await request.arrayBuffer()));
  }

  /** What is kept under the e-mail. */
  async kept() {
    const uploads = await this.testApp.dataSource.getRepository(PublicUpload).find({
      where: { submitterEmailKey: emailKey(this.email) },
      relations: { media: true },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
    return uploads.map(({ originalName, description, media: { mimeType, bytes } }) => ({
      originalName,
      description,
      mimeType,
      bytes,
    }));
  }

  /** Registers whoever has the e-mail. */
  register() {
    const person = { firstName: 'Anna', lastName: 'Example', email: this.email };
    return this.testApp.http.post('/api/register').send(person).expect(201);
  }

  /** When the media of that person have come. */
  async mediaCompletedAt(): Promise<Date | null | undefined> {
    const rows: { at: Date | null }[] = await this.testApp.dataSource.query(
      'SELECT media_upload_completed_at AS at FROM participant WHERE email = $1',
      [this.email],
    );
    return rows[0]?.at;
  }
}
