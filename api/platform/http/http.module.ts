import { Module } from '@nestjs/common';
import { APP_FILTER, APP_GUARD, APP_INTERCEPTOR, APP_PIPE } from '@nestjs/core';
import { DeclaredAudienceGuard } from './declared-audience.guard.js';
import { ErrorFilter } from './error.filter.js';
import { bodyFields, KnownFieldsInterceptor } from './known-fields.js';
import { JsonBodyInterceptor } from './streamed-body.js';

/** What holds for every route: the shape of errors, declared audiences, parsed and validated bodies. */
@Module({
  providers: [
    { provide: APP_FILTER, useClass: ErrorFilter },
    { provide: APP_GUARD, useClass: DeclaredAudienceGuard },
    { provide: APP_INTERCEPTOR, useClass: JsonBodyInterceptor },
    { provide: APP_INTERCEPTOR, useClass: KnownFieldsInterceptor },
    { provide: APP_PIPE, useValue: bodyFields },
  ],
})
export class HttpModule {}
