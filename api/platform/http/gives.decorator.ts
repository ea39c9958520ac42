import { Reflector } from '@nestjs/core';

/** A route by which participants give something of themselves. Whoever said no is refused before the body is read. */
export const Gives = Reflector.createDecorator<true>();
