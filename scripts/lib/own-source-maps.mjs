import { setSourceMapsSupport } from 'node:module';

// As --enable-source-maps, for our own code: the maps of the packages would be kept in memory for as long as we run.
setSourceMapsSupport(true, { nodeModules: false, generatedCode: false });
