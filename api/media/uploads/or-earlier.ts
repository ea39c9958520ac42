/** What another request has made of the upload meanwhile wins over the failure of this one. */
export async function orEarlier<T>(findEarlier: () => Promise<T | null>, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const earlier = await findEarlier();
    if (earlier === null) throw error;
    return earlier;
  }
}
