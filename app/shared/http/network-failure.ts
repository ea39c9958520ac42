/** No response arrived: the connection failed (`network`) or took too long (`timeout`). */
export class NetworkFailure extends Error {
  constructor(
    readonly reason: 'network' | 'timeout',
    options?: ErrorOptions,
  ) {
    super(reason === 'network' ? 'Network error' : 'Timeout', options);
    this.name = 'NetworkFailure';
  }
}
