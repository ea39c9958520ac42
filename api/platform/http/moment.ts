import { applyDecorators } from '@nestjs/common';
import { IsISO8601, Matches, ValidateBy } from 'class-validator';

const WHOLE_DAY = /^\d{4}-\d\d-\d\d(?:T|$)/;

/**
 * A property of a request that is a day or a moment of one, ISO 8601. Weeks, days of a year and parts of a minute are that,
 * too: JavaScript reads them as no time at all, which every comparison lets pass.
 */
export function Moment(message: string): PropertyDecorator {
  return applyDecorators(
    ValidateBy({ name: 'isMoment', validator: { validate: isReadable } }, { message }),
    Matches(WHOLE_DAY, { message }),
    IsISO8601({ strict: true, strictSeparator: true }, { message }),
  );
}

function isReadable(value: unknown): boolean {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}
