export interface FetchLimits {
  maxBytes: number;
  /** For the whole answer. */
  timeoutMs: number;
  /** Media types that are wanted. */
  accept: string;
  signal: AbortSignal;
}

/** All bytes of an answer. Leads nowhere but to this very address: a redirection counts as a failure, like everything but success. */
export async function fetchLimited(url: URL, { maxBytes, timeoutMs, accept, signal }: FetchLimits): Promise<Buffer> {
  const response = await fetch(url, {
    headers: { Accept: accept },
    redirect: 'error',
    signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
  });
  if (!response.ok) {
    await response.body?.cancel();
    throw new Error(`${url.host} answered ${response.status}.`);
  }
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > maxBytes) throw new Error(`${url.host} answered with more than ${maxBytes} bytes.`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
