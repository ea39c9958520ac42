import { setTimeout as wait } from 'node:timers/promises';
import { context, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import type { NextFunction, Request, Response } from 'express';
import type { AppConfig } from '../config/app-config.js';

const SERVICE = 'stories';
const FAILED_FROM = 500;
const LAST_TRACES_MS = 1_000;

/**
 * Sends traces to a collector, where one is named; the rest of OpenTelemetry's variables (headers, time-outs) its
 * exporter reads. Nothing of it is loaded otherwise, and the spans of this file cost nothing.
 * @returns what sends the last of them
 */
export async function startTraces(
  { tracesUrl }: Pick<AppConfig, 'tracesUrl'>,
  version: string,
): Promise<(() => Promise<void>) | null> {
  if (tracesUrl === null) return null;
  const [{ BatchSpanProcessor, TracerProvider }, { OTLPTraceExporter }, { resourceFromAttributes }, hooks] =
    await Promise.all([
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/context-async-hooks'),
    ]);
  const exporter = new OTLPTraceExporter({ url: new URL('v1/traces', withSlash(tracesUrl)).href });
  const provider = new TracerProvider({
    // Neither the machine's name nor its command line.
    resource: resourceFromAttributes({ 'service.name': SERVICE, 'service.version': version }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new hooks.AsyncLocalStorageContextManager().enable());
  return async () => {
    trace.disable();
    context.disable();
    // A collector that is away keeps nothing from ending.
    const sent = provider.shutdown().catch(() => undefined);
    await Promise.race([sent, wait(LAST_TRACES_MS, undefined, { ref: false })]);
  };
}

/**
 * A span for each request, with nothing of a person: the route as its template, no query, no address of a visitor. What
 * is no route counts as a file of the public site. Ids that a visitor's request brings are not taken over.
 */
export function traceRequests(request: Request, response: Response, next: NextFunction): void {
  const span = trace.getTracer(SERVICE).startSpan(request.method, { kind: SpanKind.SERVER, root: true });
  if (!span.isRecording()) {
    next();
    return;
  }
  response.once('close', () => {
    const { path = 'static' } = (request.route ?? {}) as { path?: string };
    span.updateName(`${request.method} ${path}`);
    span.setAttributes({
      'http.request.method': request.method,
      'http.route': path,
      'http.response.status_code': response.statusCode,
    });
    if (response.statusCode >= FAILED_FROM) span.setStatus({ code: SpanStatusCode.ERROR });
    span.end();
  });
  context.with(trace.setSpan(context.active(), span), next);
}

/** A span around work, which ends with it. A failure is marked as one, without its words: these may be anybody's. */
export function traced<T>(name: string, work: () => Promise<T>): Promise<T> {
  return trace.getTracer(SERVICE).startActiveSpan(name, async (span: Span) => {
    try {
      return await work();
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Within a request or a job: a span for a statement, named by what it does to which table. Values are never in it. */
export function traceStatement(text: unknown, reply: Promise<unknown>): void {
  if (typeof text !== 'string' || !trace.getActiveSpan()) return;
  const [, operation = 'SQL'] = /^\s*(\w+)/.exec(text) ?? [];
  const [, table = ''] = /\b(?:from|into|update)\s+"?(\w+)/i.exec(text) ?? [];
  const span = trace
    .getTracer(SERVICE)
    .startSpan(`${operation.toUpperCase()} ${table}`.trim(), { kind: SpanKind.CLIENT });
  reply.then(
    () => span.end(),
    () => span.setStatus({ code: SpanStatusCode.ERROR }).end(),
  );
}

function withSlash(url: string): string {
  return url.endsWith('/') ? url : `${url}/`;
}
