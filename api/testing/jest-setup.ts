// The ES modules of Nest are loaded before any CommonJS plugin that requires them: Jest cannot require() an ES module.
await import('reflect-metadata');
await import('@nestjs/common');
await import('@nestjs/core');
if (process.env['RECORD_STATEMENTS']) await import('./record-statements.js');
