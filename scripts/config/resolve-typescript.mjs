import { registerHooks } from 'node:module';

/**
 * Finds "./x.ts" where a TypeScript file imports "./x.js", for files that Node itself loads: Jest does
 * so for specs, but leaves its global set-up to Node.
 */
registerHooks({
  resolve(specifier, context, nextResolve) {
    try {
      return nextResolve(specifier, context);
    } catch (error) {
      if (!/^\.{1,2}\/.*\.js$/.test(specifier)) throw error;
      return nextResolve(specifier.replace(/js$/, 'ts'), context);
    }
  },
});
