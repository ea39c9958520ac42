import type { RegisterResponse } from '../contract/people/participants.js';
import type { ShowcaseVideo } from '../contract/videos/showcase.js';
import { keepPublicCopy } from './public-copy.js';
import { sampleMp4 } from './sample-media.js';
import { TEST_STAFF_PASSWORD, type TestApp } from './test-app.js';

/** Fields of a showcase video, as a form sends them. */
interface VideoFields {
  questionId?: number | string;
  title?: string;
  description?: string;
  transcript?: string;
}

type Server = Pick<TestApp, 'http' | 'app'>;

let registered = 0;

/** Fills the archive through the API, as participants and a signed-in producer do. */
export class ArchiveClient {
  private constructor(
    private readonly testApp: Server,
    /** Of the producer's session. */
    readonly cookie: string,
  ) {}

  /** @param name of the producer, who may give none */
  static async signIn(testApp: Server, name?: string): Promise<ArchiveClient> {
    const response = await testApp.http.post('/api/admin/session').send({ password: TEST_STAFF_PASSWORD, name });
    const [cookie = ''] = response.get('Set-Cookie') ?? [];
    return new ArchiveClient(testApp, cookie.split(';')[0]!);
  }

  /** The same producer at another server. */
  at(testApp: Server): ArchiveClient {
    return new ArchiveClient(testApp, this.cookie);
  }

  /** Id of a new participant. */
  async register(firstName = 'Anna', lastName = 'Example'): Promise<string> {
    const email = `person-${++registered}@example.org`;
    const { body } = await this.testApp.http.post('/api/register').send({ firstName, lastName, email }).expect(201);
    return (body as RegisterResponse).user.id;
  }

  upload(userId: string, { questionId = 0, ...texts }: VideoFields = {}, video = sampleMp4()) {
    return this.post('')
      .field({ userId, questionId: String(questionId), ...texts })
      .attach('video', video, 'finished.mp4');
  }

  /** A new video that waits for approval. */
  async add(userId: string, fields: VideoFields = {}): Promise<ShowcaseVideo> {
    return (await this.upload(userId, fields).expect(201)).body as ShowcaseVideo;
  }

  /** A new video that stands at a host. */
  async addHosted(userId: string, videoUrl: string, fields: VideoFields = {}): Promise<ShowcaseVideo> {
    const { body } = await this.post('')
      .send({ userId, questionId: 0, videoUrl, ...fields })
      .expect(201);
    return body as ShowcaseVideo;
  }

  /** A new video that is public and plays. */
  async publish(userId: string, fields: VideoFields = {}): Promise<ShowcaseVideo> {
    const { id } = await this.add(userId, fields);
    await keepPublicCopy(this.testApp, id);
    return (await this.approve(id).expect(200)).body as ShowcaseVideo;
  }

  approve(id: string) {
    return this.put(`/${id}/approve`);
  }

  unapprove(id: string) {
    return this.put(`/${id}/unapprove`);
  }

  edit(id: string, texts: object) {
    return this.testApp.http.patch(`${BASE}/${id}`).set('Cookie', this.cookie).send(texts);
  }

  remove(id: string) {
    return this.delete(`/${id}`);
  }

  delete(path: string) {
    return this.testApp.http.delete(BASE + path).set('Cookie', this.cookie);
  }

  get(path: string) {
    return this.testApp.http.get(path).set('Cookie', this.cookie);
  }

  post(path: string) {
    return this.testApp.http.post(BASE + path).set('Cookie', this.cookie);
  }

  private put(path: string) {
    return this.testApp.http.put(BASE + path).set('Cookie', this.cookie);
  }
}

const BASE = '/api/admin/showcase-videos';
