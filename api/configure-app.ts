import type { INestApplication } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { NextFunction, Request, Response } from 'express';
import { Logger } from 'nestjs-pino';
import { AppConfig } from './platform/config/app-config.js';
import { boundBodies, boundConnections } from './platform/http/body-pace.js';
import { warnOfForwardedHeaders } from './platform/http/client-address.js';
import { compressAnswers, compressLists } from './platform/http/compress-lists.js';
import { rememberProducer } from './platform/http/current-producer.js';
import { answerFirst } from './platform/http/answer-first.js';
import { API_DOCS_PATHS, serveApiDocs } from './open-api.js';
import { Metrics } from './platform/health/metrics.js';
import { traceRequests } from './platform/traces/traces.js';
import { refuseOtherSites } from './platform/http/same-site.middleware.js';
import { documentationHeaders, securityHeaders } from './platform/http/security-headers.js';
import { SiteServer } from './archive/publishing/serving/site-server.js';
import { staffOnly } from './platform/auth/staff.guard.js';

/** Options of NestFactory.create: bodies are parsed per route (JsonBodyInterceptor). */
export const NEST_OPTIONS = { bodyParser: false, bufferLogs: true } as const;

/** What a running server and a test share around the routes: limits, security headers, proxies, API documentation, the public tree. */
export function configureApp(app: NestExpressApplication): INestApplication {
  const config = app.get(AppConfig);
  app.useLogger(app.get(Logger));
  app.disable('x-powered-by');
  app.set('trust proxy', config.trustProxy);
  // Names and texts, never lists in lists.
  app.set('query parser', 'simple');
  app.use(traceRequests);
  app.use(app.get(Metrics).middleware);
  if (config.roles.includes('web'))
    answerFirst(app.getHttpServer(), app.get(Metrics).countingStatic(app.get(SiteServer).repeat));
  else app.use(healthAlone);
  boundConnections(app.getHttpServer(), config);
  app.use(warnOfForwardedHeaders(config.trustProxy));
  app.use(securityHeaders(config));
  app.use(boundBodies(config));
  app.use(refuseOtherSites(config.publicUrl));
  app.use('/api', rememberProducer);
  app.use(['/api/admin', '/api/user-story'], compressLists);
  app.use('/api/search-data', compressAnswers);
  app.use(API_DOCS_PATHS, documentationHeaders(config.publicUrl));
  // Whoever looks for a way in should not be handed the map.
  if (config.isProduction) app.use(API_DOCS_PATHS, staffOnly(app));
  serveApiDocs(app);
  app.use(app.get(SiteServer).middleware);
  return app;
}

/** A process that serves nobody still says how it is. */
function healthAlone({ path }: Request, response: Response, next: NextFunction): void {
  if (path === '/api/health') next();
  else response.status(404).type('text/plain').send('This process serves nobody.');
}
