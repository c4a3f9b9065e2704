/** Only white space, control and format characters. */
export const isBlank = (text: string): boolean => !/[^\s\p{Cc}\p{Cf}]/u.test(text)

/** Bidi controls let one name pass for another (Unicode Technical Report 36, 2.10). Emoji need joiners. */
const hidden = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u

export const hasHiddenCharacters = (text: string): boolean => hidden.test(text)

/** Browsers do not render all of Unicode's line breaks (Unicode Standard Annex 14, BK and NL). */
export const withLineBreaks = (text: string): string =>
  text.replaceAll(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
