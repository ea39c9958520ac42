import path from 'node:path';
import ts from 'typescript';

const API = path.resolve(import.meta.dirname, '..');

/** JSON Schema as OpenAPI 3.1 has it. */
export type Schema = Record<string, unknown>;

/** What a method of a controller sends: `redirect` and `nothing` have no body, `bytes` are a file. */
export type Sent = Schema | 'redirect' | 'nothing' | 'bytes';

export interface ResponseSchemas {
  /** By class and method: `AnswersController.list`. */
  sent: Map<string, Sent>;
  /** Those of named types, to which the others refer; of a refusal as well. */
  schemas: Record<string, Schema>;
  /** The same, and those of request classes, without what their validators say. */
  requests: Record<string, Schema>;
}

/** Reads from the types of the controllers' methods what each of them sends. */
export function readResponseSchemas(): ResponseSchemas {
  const files = ts.sys.readDirectory(API, ['.controller.ts']);
  const errors = path.join(API, 'contract/common/errors.ts');
  const { options } = ts.getParsedCommandLineOfConfigFile(path.join(API, '../tsconfig.json'), {}, {
    ...ts.sys,
    onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
      throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
    },
  } satisfies ts.ParseConfigFileHost)!;
  const requests = ts.sys.readDirectory(API, ['.dto.ts']);
  const program = ts.createProgram([...files, errors, ...requests], options);
  const reader = new SchemaReader(program.getTypeChecker());
  const sent = new Map<string, Sent>();
  for (const file of files) {
    for (const statement of program.getSourceFile(file)!.statements) {
      if (!ts.isClassDeclaration(statement)) continue;
      for (const route of reader.routesOf(statement)) {
        sent.set(`${statement.name!.text}.${route.name.getText()}`, reader.sentBy(route));
      }
    }
  }
  reader.addAllOf(program.getSourceFile(errors)!);
  const schemas = { ...reader.schemas };
  for (const file of requests) reader.addAllOf(program.getSourceFile(file)!);
  return { sent, schemas, requests: reader.schemas };
}

class SchemaReader {
  readonly schemas: Record<string, Schema> = {};
  private readonly symbols = new Map<string, ts.Symbol>();

  constructor(private readonly checker: ts.TypeChecker) {}

  /** The methods of a controller that are routes, also those that it inherits. */
  routesOf(controller: ts.ClassDeclaration): ts.MethodDeclaration[] {
    return this.checker
      .getTypeAtLocation(controller)
      .getProperties()
      .map(({ valueDeclaration }) => valueDeclaration!)
      .filter((member) => ts.isMethodDeclaration(member))
      .filter((method) => (ts.getDecorators(method) ?? []).length > 0);
  }

  sentBy(method: ts.MethodDeclaration): Sent {
    const decorators = (ts.getDecorators(method) ?? []).map(({ expression }) => expression.getText());
    if (decorators.some((text) => text.startsWith('Redirect('))) return 'redirect';
    const direct = sentDirectly(method.type);
    if (direct) return this.schemaOf(this.checker.getTypeFromTypeNode(direct));
    const returned = this.checker.getReturnTypeOfSignature(this.checker.getSignatureFromDeclaration(method)!);
    const type = this.checker.getAwaitedType(returned) ?? returned;
    if (!(type.flags & ts.TypeFlags.Void)) return this.schemaOf(type);
    return method.parameters.some((parameter) => parameter.getText().startsWith('@Res()')) ? 'bytes' : 'nothing';
  }

  /** The interfaces and classes of a file. */
  addAllOf(file: ts.SourceFile): void {
    file.forEachChild((node) => {
      if (ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node))
        this.schemaOf(this.checker.getTypeAtLocation(node));
    });
  }

  private schemaOf(type: ts.Type): Schema {
    const symbol = nameOf(type);
    if (!symbol) return this.describe(type);
    const known = this.symbols.get(symbol.name);
    if (known && known !== symbol) throw new Error(`Two types on the wire are called ${symbol.name}.`);
    if (!known) {
      this.symbols.set(symbol.name, symbol);
      // Its place first: it may refer to itself.
      this.schemas[symbol.name] = {};
      this.schemas[symbol.name] = this.describe(type);
    }
    return { $ref: `#/components/schemas/${symbol.name}` };
  }

  private describe(type: ts.Type): Schema {
    const { flags } = type;
    if (type.isUnion()) return this.describeUnion(type);
    if (type.isStringLiteral() || type.isNumberLiteral()) return { type: typeof type.value, enum: [type.value] };
    if (flags & ts.TypeFlags.Boolean) return { type: 'boolean' };
    if (flags & ts.TypeFlags.BooleanLiteral) {
      return { type: 'boolean', enum: [this.checker.typeToString(type) === 'true'] };
    }
    if (flags & ts.TypeFlags.StringLike) return { type: 'string' };
    if (flags & ts.TypeFlags.NumberLike) return { type: 'number' };
    if (flags & ts.TypeFlags.Null) return { type: 'null' };
    if (flags & (ts.TypeFlags.Any | ts.TypeFlags.Unknown)) return {};
    if (this.checker.isTupleType(type)) return this.describeTuple(type as ts.TypeReference);
    if (this.checker.isArrayType(type)) {
      return { type: 'array', items: this.schemaOf(this.checker.getTypeArguments(type as ts.TypeReference)[0]!) };
    }
    if (flags & (ts.TypeFlags.Object | ts.TypeFlags.Intersection)) return this.describeObject(type);
    throw new Error(`No response can be described that contains ${this.checker.typeToString(type)}.`);
  }

  private describeUnion(union: ts.UnionType): Schema {
    const types = union.types.filter(({ flags }) => !(flags & ts.TypeFlags.Undefined));
    const booleans = types.filter(({ flags }) => flags & ts.TypeFlags.BooleanLiteral);
    const literals = types.filter((type) => type.isStringLiteral() || type.isNumberLiteral());
    const others = types.filter(
      (type) => !literals.some((literal) => literal === type) && !(booleans.length === 2 && booleans.includes(type)),
    );
    const values = literals.map(({ value }) => value).toSorted((a, b) => (a < b ? -1 : 1));
    const parts: Schema[] = [
      ...(values.length > 0 ? [{ type: typeof values[0], enum: values }] : []),
      ...(booleans.length === 2 ? [{ type: 'boolean' }] : []),
      ...others.map((type) => this.schemaOf(type)),
    ];
    return anyOf(parts);
  }

  private describeTuple(tuple: ts.TypeReference): Schema {
    const { elementFlags, minLength } = tuple.target as ts.TupleType;
    const items = this.checker.getTypeArguments(tuple).map((type) => this.schemaOf(type));
    const fixed = items.filter((_, index) => !(elementFlags[index]! & ts.ElementFlags.Rest));
    const rest = items.find((_, index) => elementFlags[index]! & ts.ElementFlags.Rest);
    return {
      type: 'array',
      prefixItems: fixed,
      ...(rest ? { items: rest } : { maxItems: fixed.length }),
      minItems: minLength,
    };
  }

  private describeObject(type: ts.Type): Schema {
    const values = this.checker.getIndexInfoOfType(type, ts.IndexKind.String);
    const properties = this.checker
      .getPropertiesOfType(type)
      // `never` that is left out, in one of several shapes.
      .filter((property) => !(this.checker.getTypeOfSymbol(property).flags & ts.TypeFlags.Undefined));
    const required = properties.filter(({ flags }) => !(flags & ts.SymbolFlags.Optional)).map(({ name }) => name);
    const described = properties.map((property) => [property.name, this.describeProperty(property)] as const);
    return {
      type: 'object',
      ...(described.length > 0 && { properties: Object.fromEntries(described) }),
      ...(required.length > 0 && { required }),
      ...(values && { additionalProperties: this.schemaOf(values.type) }),
    };
  }

  private describeProperty(property: ts.Symbol): Schema {
    const type = this.checker.getTypeOfSymbol(property);
    if (type.getCallSignatures().length > 0) throw new Error(`${property.name} is a function, and no JSON.`);
    return this.schemaOf(type);
  }
}

/** In an order that does not depend on what else was read; "or null" in the short way where there is one. */
function anyOf(parts: Schema[]): Schema {
  const isNull = ({ type }: Schema) => type === 'null';
  const sorted = parts
    .filter((part) => !isNull(part))
    .toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
  const [first] = sorted;
  if (sorted.length === parts.length) return parts.length === 1 ? first! : { anyOf: sorted };
  const isPlain = sorted.length === 1 && typeof first!.type === 'string' && !first!.enum;
  return isPlain ? { ...first, type: [first!.type, 'null'] } : { anyOf: [...sorted, { type: 'null' }] };
}

/** The name under which a type is described; none where it is put together in its place. */
function nameOf(type: ts.Type): ts.Symbol | undefined {
  if (type.aliasSymbol) return type.aliasTypeArguments ? undefined : type.aliasSymbol;
  const isNamed = type.isClassOrInterface() && !(type.symbol.name === 'Array');
  return isNamed ? type.symbol : undefined;
}

/** `T` of a method that returns `Promise<SentDirectly<T>>`. */
function sentDirectly(node: ts.TypeNode | undefined): ts.TypeNode | undefined {
  const promised = node && ts.isTypeReferenceNode(node) ? node.typeArguments?.[0] : undefined;
  if (!promised || !ts.isTypeReferenceNode(promised) || promised.typeName.getText() !== 'SentDirectly')
    return undefined;
  return promised.typeArguments?.[0];
}
