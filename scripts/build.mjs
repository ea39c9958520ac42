import './require-node.mjs';
import { build } from './lib/build.mjs';

const { ok, output } = await build();
console.log(output);
if (!ok) process.exitCode = 1;
