import { Module, ValidationPipe } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { DeclaredAudienceGuard } from './declared-audience.guard.js';
import { ErrorFilter } from './error.filter.js';
import { KnownFieldsInterceptor } from './known-fields.js';
import { JsonBodyInterceptor } from './streamed-body.js';

const validation = new ValidationPipe({ whitelist: true, transform: true, stopAtFirstError: true });

/** What holds for every route: the shape of errors, declared audiences, parsed and validated bodies. */
@Module({
  providers: [
    { provide: APP_FILTER, useClass: ErrorFilter },
    { provide: APP_GUARD, useClass: DeclaredAudienceGuard },
    { provide: APP_INTERCEPTOR, useClass: JsonBodyInterceptor },
    { provide: APP_INTERCEPTOR, useClass: KnownFieldsInterceptor },
    { provide: APP_PIPE, useValue: validation },
  ],
})
export class HttpModule {}
