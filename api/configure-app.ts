import type { INestApplication } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import helmet from 'helmet';
import { Logger } from 'nestjs-pino';
import { AppConfig } from './config/app-config.js';
import { rememberProducer } from './http/current-producer.js';
import { compressAnswers, compressLists } from './http/compress-lists.js';
import { API_DOCS_PATH, serveApiDocs } from './http/open-api.js';
import { refuseOtherSites } from './http/same-site.middleware.js';
import { SiteServer } from './publishing/serving/site-server.js';

/** Options of NestFactory.create: bodies are parsed per route (JsonBodyInterceptor). */
export const NEST_OPTIONS = { bodyParser: false, bufferLogs: true } as const;

/** What a running server and a test share around the routes: security headers, proxies, API documentation, the public tree. */
export function configureApp(app: NestExpressApplication): INestApplication {
  const config = app.get(AppConfig);
  app.useLogger(app.get(Logger));
  app.disable('x-powered-by');
  app.set('trust proxy', config.trustProxy);
  app.use(securityHeaders(config.publicUrl.startsWith('https:')));
  app.use(refuseOtherSites);
  app.use('/api', rememberProducer);
  app.use(['/api/admin', '/api/user-story'], compressLists);
  app.use('/api/search-data', compressAnswers);
  serveApiDocs(app);
  app.use(app.get(SiteServer).middleware);
  return app;
}

/** Pages bring their own policy, computed by Astro; everything else may load nothing. */
function securityHeaders(isHttps: boolean) {
  const strict = helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    strictTransportSecurity: isHttps,
    crossOriginEmbedderPolicy: false,
  });
  const documentation = helmet({ contentSecurityPolicy: false, strictTransportSecurity: isHttps });
  return (...[request, response, next]: Parameters<typeof strict>) =>
    request.url?.startsWith(`/${API_DOCS_PATH}`)
      ? documentation(request, response, next)
      : strict(request, response, next);
}
