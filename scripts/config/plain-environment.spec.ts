import vm from 'node:vm';

describe('the globals of a spec', () => {
  it('are those of its context, with nothing before them that is asked for each', () => {
    expect(vm.isContext(globalThis)).toBe(true);
  });

  it('are its own', () => {
    expect(Object).not.toBe(vm.runInThisContext('Object'));
    expect(vm.createContext.name).toBe('createContext');
  });
});
