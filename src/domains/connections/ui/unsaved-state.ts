/**
 * Keeps what someone writes from the services of their browser: Chrome's and Edge's better spelling checks, and writing suggestions,
 * send the text to Google or Microsoft (HTML standard, "spellcheck" and "writingsuggestions").
 */
export const keptHere = { spellCheck: false, writingsuggestions: 'false' } as const
