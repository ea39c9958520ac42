import vm from 'node:vm';
import { TestEnvironment } from 'jest-environment-node';

/**
 * Node's globals for specs, which stand in their context themselves. Jest puts a proxy behind them, and V8 asks it each
 * time a global is named, `Object` and `Promise` too: that slows down all that specs do.
 */
export default class PlainEnvironment extends TestEnvironment {
  constructor(config, context) {
    const { createContext } = vm;
    // Node 20 does not know of it, and makes the context that it always makes.
    vm.createContext = () => createContext(vm.constants.DONT_CONTEXTIFY);
    try {
      super(config, context);
    } finally {
      vm.createContext = createContext;
    }
  }
}
