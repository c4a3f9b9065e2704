/** NIST SP 800-63B, 3.1.1.2: length counts, composition rules do not. The upper end keeps a request small. */
export const passwordLength = { min: 10, max: 200 } as const
