/** Whether a text has only white space, control and format characters. */
export const isBlank = (text: string): boolean => !/[^\s\p{Cc}\p{Cf}]/u.test(text)

/**
 * Characters not allowed in names: control characters, lone surrogates, line separators, and bidi controls, which let one name pass
 * for another (Unicode Technical Report 36, 2.10). Joiners are allowed: emoji and several scripts need them.
 */
const hidden = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u

export const hasHiddenCharacters = (text: string): boolean => hidden.test(text)

/** Normalizes line breaks to `\n`: browsers do not render all of Unicode's (Unicode Standard Annex 14, BK and NL). */
export const withLineBreaks = (text: string): string =>
  text.replaceAll(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
