import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import pg from 'pg';
import type { DataSource } from 'typeorm';
import type { DatabaseConnection } from './data-source.js';
import { DATABASE_CONNECTION } from './database-connection.js';

const CHANNEL = 'stories';
const CONNECT_AGAIN_MS = 500;
/** A line on which nothing comes back for so long is taken for cut. */
const SILENCE_MS = 2_500;

const NOTHING = (): void => undefined;

type Listener = (text: string) => void;

/** What processes tell each other at once, through the database they share. Whoever does not listen just then misses it. */
@Injectable()
export class Signals implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly logger = new Logger('Signals');
  private readonly listeners = new Map<string, Listener[]>();
  private readonly whenListening: (() => void)[] = [];
  private line: pg.Client | null = null;
  /** Resolves when all that was asked is answered, or never will be: the line takes one question at a time. */
  private asked: Promise<void> = Promise.resolve();
  private timer: NodeJS.Timeout | null = null;
  private isStopping = false;

  constructor(
    @Inject(DATABASE_CONNECTION) private readonly connection: DatabaseConnection,
    @InjectDataSource() private readonly dataSource: DataSource,
  ) {}

  /**
   * @param text at most a few thousand characters
   * @param by within a transaction: told once that is committed
   */
  async tell(topic: string, text = '', by: Pick<DataSource, 'query'> = this.dataSource): Promise<void> {
    await by.query('SELECT pg_notify($1, $2)', [CHANNEL, `${topic} ${text}`]);
  }

  on(topic: string, listener: Listener): void {
    this.listeners.set(topic, [...(this.listeners.get(topic) ?? []), listener]);
  }

  /** Whenever this process begins to listen, also again: of what was told before nothing is known. */
  onListening(listener: () => void): void {
    this.whenListening.push(listener);
  }

  /** Asks over the very connection that signals come by: an answer says that none before it was missed. */
  async ask<Row extends object>(sql: string, values: unknown[]): Promise<Row[]> {
    const { line, asked: before } = this;
    const asking = (async () => {
      await before;
      // Another line than it was asked on knows nothing of what was missed.
      if (!line || this.line !== line) throw new Error('The database cannot be reached just now.');
      return (await line.query<Row>(sql, values)).rows;
    })();
    this.asked = asking.then(NOTHING, NOTHING);
    return asking;
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.listen().catch(() => this.listenAgain());
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.isStopping = true;
    if (this.timer) clearTimeout(this.timer);
    await this.line?.end().catch(() => undefined);
  }

  private async listen(): Promise<void> {
    const line = new pg.Client({
      ...this.connection,
      application_name: 'stories signals',
      keepAlive: true,
      connectionTimeoutMillis: SILENCE_MS,
      query_timeout: SILENCE_MS,
    });
    const lose = () => {
      if (this.line === line) this.listenAgain();
    };
    line.on('error', lose);
    line.on('end', lose);
    line.on('notification', ({ payload = '' }) => this.hear(payload));
    await line.connect();
    await line.query(`LISTEN ${CHANNEL}`);
    if (this.isStopping) {
      await line.end();
      return;
    }
    this.line = line;
    for (const listener of this.whenListening) listener();
  }

  /** Gives a line up on which nothing comes back. */
  giveUpLine(): void {
    const { line } = this;
    this.listenAgain();
    line?.end().catch(() => undefined);
  }

  private listenAgain(): void {
    this.line = null;
    if (this.isStopping || this.timer) return;
    this.timer = setTimeout(() => void this.tryAgain(), CONNECT_AGAIN_MS).unref();
  }

  private async tryAgain(): Promise<void> {
    await this.listen().catch(() => undefined);
    this.timer = null;
    if (!this.line) this.listenAgain();
  }

  private hear(payload: string): void {
    const space = payload.indexOf(' ');
    for (const listener of this.listeners.get(payload.slice(0, space)) ?? []) {
      try {
        listener(payload.slice(space + 1));
      } catch (error) {
        this.logger.error(error);
      }
    }
  }
}
