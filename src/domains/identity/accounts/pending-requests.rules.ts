/** Encryption context: the ciphertext decrypts only in its own row. */
export const requestContext = (id: string): string[] => ['auth.requests', id, 'sealed']

/** Requests are processed within moments or retried for three days (platform/queue.server.ts), then deleted. */
export const requestTtl = 3 * 24 * 60 * 60 * 1000
