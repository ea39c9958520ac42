import { applyDecorators } from '@nestjs/common';
import { ApiProperty } from '@nestjs/swagger';
import { IsObject } from 'class-validator';

/** A property of a change with the fields as they were read: what somebody else has made of them since is not overwritten. */
export function FieldsAsRead(): PropertyDecorator {
  return applyDecorators(
    ApiProperty({ type: Object, required: false }),
    IsObject({ message: 'What the fields were must be an object.' }),
  );
}
