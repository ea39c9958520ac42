import { plainToInstance } from 'class-transformer';
import { validate } from 'class-validator';
import { MayBeLeftOut } from './may-be-left-out.js';
import { PlainText } from './plain-text.js';

class Body {
  @MayBeLeftOut()
  @PlainText('The title', 12)
  title: unknown;
}

async function read(request: object) {
  const body = plainToInstance(Body, request);
  return (await validate(body)).length > 0 ? 'refused' : body.title;
}

it.each([
  ['left out', {}, undefined],
  ['null, which is the same', { title: null }, undefined],
  ['empty', { title: '' }, ''],
  ['given', { title: ' One ' }, 'One'],
  ['something else', { title: 0 }, 'refused'],
])('what may be left out is %s', async (_state, request, title) => expect(await read(request)).toBe(title));
