import { Reflector } from '@nestjs/core';

/** Who may call a route: anyone, a signed-in participant, somebody who helps one, or staff. */
export type Audience = 'public' | 'participant' | 'helper' | 'staff';

/** Declares the audience of a controller or of one handler, which wins over its controller. */
export const Audience = Reflector.createDecorator<Audience>();
