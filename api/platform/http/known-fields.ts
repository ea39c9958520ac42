import {
  type CallHandler,
  type ExecutionContext,
  Injectable,
  type NestInterceptor,
  RequestMethod,
  type Type,
  ValidationPipe,
} from '@nestjs/common';
import { METHOD_METADATA, ROUTE_ARGS_METADATA } from '@nestjs/common/constants.js';
import { Reflector } from '@nestjs/core';
import { getMetadataStorage } from 'class-validator';
import type { Request } from 'express';
import { plural } from '../../contract/common/grammar.js';
import { AppError } from './app-error.js';
import { StreamedBody } from './streamed-body.js';

const STAFF_ROUTES = /^\/api\/admin/;
const CHANGES = new Set([RequestMethod.POST, RequestMethod.PUT, RequestMethod.PATCH, RequestMethod.DELETE]);
/** Nest's number for `@Body()` among the kinds of parameters of a handler. */
const BODY_PARAMETER = '3:';
const FIELDS_NAMED = 5;
const NAME_SHOWN = 100;

/** Checks the fields of every body, parsed or streamed, in one way: 400 with the first fault of each field. */
export const bodyFields = new ValidationPipe({ whitelist: true, transform: true, stopAtFirstError: true });

/** Marks a staff handler that checks the fields of its body itself, by `refuseUnknownFields`. */
export const ChecksOwnFields = Reflector.createDecorator<true>({ transform: () => true });

/**
 * No staff call that changes something answers as if it had done what it did not understand: a field that the route does
 * not know is refused by its name, and so is a body that the route cannot read. Runs once JSON bodies are parsed.
 */
@Injectable()
export class KnownFieldsInterceptor implements NestInterceptor {
  constructor(private readonly reflector: Reflector) {}

  intercept(context: ExecutionContext, next: CallHandler): ReturnType<CallHandler['handle']> {
    const handler = context.getHandler();
    const request = context.switchToHttp().getRequest<Request>();
    const method = this.reflector.get<RequestMethod>(METHOD_METADATA, handler);
    const isOwn = this.reflector.get(StreamedBody, handler) ?? this.reflector.get(ChecksOwnFields, handler) ?? false;
    if (CHANGES.has(method) && STAFF_ROUTES.test(routeOf(request)) && !isOwn) {
      const body = readBody(request);
      if (body) refuseUnknownFields(body, fieldsOfBody(context.getClass(), handler.name));
    }
    return next.handle();
  }
}

/** Checks the fields of a body that was streamed, as those of the others are. */
export function checkFields<T>(dto: Type<T>, fields: Record<string, unknown>): Promise<T> {
  return bodyFields.transform(fields, { type: 'body', metatype: dto }) as Promise<T>;
}

/** As `checkFields`, and a field that neither `dto` nor `alsoKnown` has is refused by its name. */
export function checkKnownFields<T>(
  dto: Type<T>,
  fields: Record<string, unknown>,
  alsoKnown: readonly string[] = [],
): Promise<T> {
  refuseUnknownFields(fields, fieldsOf(dto).union(new Set(alsoKnown)));
  return checkFields(dto, fields);
}

/** @throws AppError 400 `unknown_field` that names what is not among `known` */
export function refuseUnknownFields(fields: object, known: ReadonlySet<string>): void {
  const unknown = Object.keys(fields).filter((name) => !known.has(name));
  if (unknown.length > 0) throw unknownFields(unknown);
}

export function unknownFields(names: string[]): AppError {
  const named = names.slice(0, FIELDS_NAMED).map((name) => `“${name.slice(0, NAME_SHOWN)}”`);
  const verb = plural(names.length, { one: 'is not a field', other: 'are not fields' });
  return new AppError(400, 'unknown_field', `${named.join(', ')} ${verb} of this call.`);
}

/** The names of everything that a request class checks. */
function fieldsOf(dto: Type): Set<string> {
  const checks = getMetadataStorage().getTargetValidationMetadatas(dto, '', false, false);
  return new Set(checks.map(({ propertyName }) => propertyName));
}

function routeOf(request: Request): string {
  return (request.route as { path: string }).path;
}

/** Undefined when the request has none. */
function readBody(request: Request): object | undefined {
  const body: unknown = request.body;
  if (Array.isArray(body)) throw new AppError(400, 'bad_request', 'Send the fields as one JSON object.');
  if (typeof body === 'object' && body !== null) return body;
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers;
  if (encoding === undefined && Number(length) === 0) return undefined;
  throw new AppError(415, 'unsupported_body', 'Send the fields as JSON (Content-Type: application/json).');
}

/** None of a route without a body. */
function fieldsOfBody(controller: Type, handlerName: string): Set<string> {
  const parameters = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handlerName) ?? {}) as Record<
    string,
    { index: number; data?: unknown }
  >;
  const types = Reflect.getMetadata('design:paramtypes', controller.prototype as object, handlerName) as Type[];
  const names = Object.entries(parameters).flatMap(([kind, { index, data }]) => {
    if (!kind.startsWith(BODY_PARAMETER)) return [];
    return typeof data === 'string' ? [data] : [...fieldsOf(types[index]!)];
  });
  return new Set(names);
}
