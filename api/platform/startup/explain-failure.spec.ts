import { ConfigError } from '../config/config-error.js';
import { explainFailure } from './explain-failure.js';

describe('explainFailure', () => {
  it('lists wrong settings', () => {
    const error = new ConfigError([
      { path: ['PORT'], message: 'must be set' },
      { path: ['HOST'], message: 'must be set' },
    ]);
    expect(explainFailure(error)).toBe(
      'These settings are wrong (see .env.example):\n  PORT must be set.\n  HOST must be set.',
    );
  });

  it('keeps to the sentence of an error that was written for people', () => {
    expect(explainFailure(new Error('Port 3000 is in use already.'))).toBe('Port 3000 is in use already.');
  });

  it('shows where a mistake in the program happened', () => {
    expect(explainFailure(new TypeError('x is not a function'))).toMatch(/^TypeError: x is not a function\n {4}at /);
  });
});
