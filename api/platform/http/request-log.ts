import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Params } from 'nestjs-pino';
import type { SerializedError } from 'pino';

/** Structured request logs without personal data: the route's template, never its address, headers or body. */
export function requestLog(options: { level: string }): Params {
  return {
    pinoHttp: {
      level: options.level,
      quietReqLogger: true,
      quietResLogger: true,
      serializers: { req: () => undefined, res: () => undefined, err: describeError },
      customSuccessObject: (request, response, value: { responseTime: number }) => ({
        ...describe(request, response),
        responseTimeMs: value.responseTime,
      }),
      customErrorObject: (request, response, _error, value: { responseTime: number }) => ({
        ...describe(request, response),
        responseTimeMs: value.responseTime,
      }),
      customSuccessMessage: () => 'request',
      customErrorMessage: () => 'request failed',
      customLogLevel: (_request, response) => (response.statusCode >= 500 ? 'warn' : 'debug'),
    },
  };
}

function describe(request: IncomingMessage & { route?: { path?: string } }, response: ServerResponse) {
  return { method: request.method, route: request.route?.path ?? 'static', status: response.statusCode };
}

/** A database error names values in its detail: only name, message and stack are kept of what pino has made of an error. */
function describeError({ type, message, stack }: SerializedError) {
  return { type, message, stack };
}
