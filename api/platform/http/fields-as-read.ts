import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsObject } from 'class-validator';
import { AppError } from './app-error.js';

/** A property of a change with the fields as they were read: what somebody else has made of them since is not overwritten. */
export function FieldsAsRead(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: Object, required: false }),
    IsObject({ message: 'What the fields were must be an object.' }),
  );
}

type Value = string | number | boolean | null;

/**
 * An empty field is the same as one that is null.
 * @param opened what somebody else has changed, as “this person since you opened them”
 * @throws AppError 409 with `code` that tells what somebody else has made of what was read
 */
export function refuseOvertaken<Fields extends Record<keyof Fields, Value>>(
  { code, opened, names }: { code: string; opened: string; names: Record<keyof Fields, string> },
  stored: Fields,
  was: Partial<Fields>,
): void {
  const overtaken = (Object.keys(names) as (keyof Fields)[]).filter(
    (field) => was[field] !== undefined && (was[field] || null) !== (stored[field] || null),
  );
  if (overtaken.length === 0) return;
  const now = overtaken.map((field) => `${names[field]} is now ${inWords(stored[field])}`).join(', ');
  throw new AppError(409, code, `Somebody else has changed ${opened}: ${now}. Nothing of yours is saved yet.`);
}

function inWords(value: Value): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return value === null || value === '' ? 'empty' : `“${value}”`;
}
