/** Where the sealed text of a request belongs: in another row it does not open. */
export const requestContext = (id: string): string[] => ['auth.requests', id, 'sealed']

/** A request is answered in a moment, or tried again for three days (platform/queue.server.ts); after that it is forgotten. */
export const requestTtl = 3 * 24 * 60 * 60 * 1000
