import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Controller, Get, type INestApplication, Module, Param, ParseIntPipe, Res } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { Response } from 'express';
import { AppError } from './app-error.js';
import { ErrorFilter } from './error.filter.js';

const HALF = 'The first half of a secret that is longer than this. ';

@Controller()
class FailingController {
  @Get('midway')
  async midway(@Res() response: Response): Promise<never> {
    response.write(HALF);
    await new Promise((resolve) => setTimeout(resolve, 50));
    throw new AppError(503, 'too_late', 'Something went wrong after half of it.');
  }

  @Get('before')
  before(@Res() response: Response): never {
    response.setHeader('X-Begun', 'yes');
    throw new Error('A path of this machine: /srv/secret');
  }

  @Get('status/:status')
  ofAnother(@Param('status', ParseIntPipe) status: number): never {
    throw Object.assign(new Error('A path of this machine: /srv/secret'), { status });
  }

  @Get('later')
  later(): never {
    throw new AppError(429, 'too_many', 'Later.', 17, { left: 0 });
  }

  @Get('full')
  full(): never {
    throw Object.assign(new Error('no space'), { code: 'ENOSPC' });
  }
}

@Module({ controllers: [FailingController] })
class FailingModule {}

describe('an answer that fails', () => {
  let app: INestApplication;
  let origin: string;
  const logged: unknown[] = [];
  beforeEach(() => void logged.splice(0));
  beforeAll(async () => {
    app = await NestFactory.create(FailingModule, {
      logger: { log() {}, warn() {}, error: (failure: unknown) => logged.push(failure) },
    });
    app.useGlobalFilters(new ErrorFilter());
    await app.listen(0, '127.0.0.1');
    origin = `http://127.0.0.1:${((app.getHttpServer() as http.Server).address() as AddressInfo).port}`;
  });
  afterAll(() => app.close());

  it('midway is cut off, so that nobody takes its half for the whole', async () => {
    const request = http.get(`${origin}/midway`);
    const [response] = (await once(request, 'response')) as [http.IncomingMessage];
    let text = '';
    response.setEncoding('utf8').on('data', (part: string) => (text += part));
    const outcome = await Promise.race([
      once(response, 'error').then(([error]) => (error as NodeJS.ErrnoException).code),
      once(response, 'end').then(() => 'taken for the whole'),
    ]);
    expect(outcome).toBe('ECONNRESET');
    expect(response.complete).toBe(false);
    expect(text).toBe(HALF);
  });

  it('before its first byte tells nothing of what went wrong inside', async () => {
    const response = await fetch(`${origin}/before`);
    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      message: 'Something went wrong on our side. Please try again.',
      code: 'internal',
    });
    expect(logged).toEqual([new Error('A path of this machine: /srv/secret')]);
  });

  it.each([400, 404, 415, 499])(
    'with the status %i of what stands before the routes is told as it is',
    async (status) => {
      const response = await fetch(`${origin}/status/${status}`);
      expect(response.status).toBe(status);
      expect(await response.json()).toMatchObject({ message: 'A path of this machine: /srv/secret' });
    },
  );

  it.each([399, 500, 502])(
    'with the status %i, which is no fault of the caller, tells nothing of it',
    async (status) => {
      const response = await fetch(`${origin}/status/${status}`);
      expect([response.status, await response.json()]).toMatchObject([500, { code: 'internal' }]);
    },
  );

  it('for a while says when to come again, and what else is known', async () => {
    const response = await fetch(`${origin}/later`);
    expect(response.headers.get('retry-after')).toBe('17');
    expect([response.status, await response.json()]).toEqual([429, { message: 'Later.', code: 'too_many', left: 0 }]);
    expect(logged).toEqual([]);
  });

  it('for ever names no time', async () => {
    const response = await fetch(`${origin}/nowhere`);
    expect([response.status, response.headers.get('retry-after')]).toEqual([404, null]);
  });

  it('for want of space says so', async () => {
    const response = await fetch(`${origin}/full`);
    expect([response.status, await response.json()]).toMatchObject([507, { code: 'out_of_space' }]);
  });
});
