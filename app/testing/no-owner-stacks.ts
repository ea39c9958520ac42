import * as React from 'react';

/**
 * React remembers of each element where it was made, for its warnings: an eighth of the time of a screen's spec. Beyond
 * this number within a second it leaves that.
 */
const REMEMBERED = 10_000;

const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = React as unknown as Record<
  string,
  object
>;
if (internals) Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => REMEMBERED, set: () => {} });
