import { jest } from '@jest/globals';

// A crowded machine must not decide; `npm test` names every test that needed its second try, and fails by three.
jest.retryTimes(1, { logErrorsBeforeRetry: true });
