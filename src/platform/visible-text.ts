/** Whether a reader sees nothing in it: white space, and the control and format characters that draw nothing. */
export const isBlank = (text: string): boolean => !/[^\s\p{Cc}\p{Cf}]/u.test(text)

/**
 * Characters that a name must not hold: control characters, halves of surrogate pairs, line separators, and those that reorder
 * the text around them (Unicode Technical Report 36, 2.10), by which a name could pass for another. Joiners stay: emoji and
 * several scripts need them.
 */
const hidden = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}]/u

/** @returns whether a name holds a character that a reader can't see and that changes what they do see */
export const hasHiddenCharacters = (text: string): boolean => hidden.test(text)

/** As people read it: what Unicode counts as the end of a line is one (Unicode Standard Annex 14, BK and NL), which browsers do not show. */
export const withLineBreaks = (text: string): string =>
  text.replaceAll(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
