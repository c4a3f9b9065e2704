/**
 * Keeps private text on the device: enhanced spell check and writing suggestions of Chrome and Edge send it to Google or Microsoft
 * (HTML standard, "spellcheck" and "writingsuggestions").
 */
export const privateTextProps = { spellCheck: false, writingsuggestions: 'false' } as const
