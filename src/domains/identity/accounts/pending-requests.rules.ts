/** The ciphertext decrypts only in its own row. */
export const requestContext = (id: string): string[] => ['auth.requests', id, 'sealed']

/** Milliseconds; the queue retries for three days. */
export const requestTtl = 3 * 24 * 60 * 60 * 1000
