/** Otherwise Chrome and Edge send text to Google or Microsoft (HTML, "spellcheck", "writingsuggestions"). */
export const privateTextProps = { spellCheck: false, writingsuggestions: 'false' } as const
