/** Letters that Unicode's decomposition leaves unchanged. */
const foldedLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
}

/**
 * Normalizes a text for comparison: lower case, no accents or apostrophes, compatibility forms (ligatures, wide letters) written out,
 * one space for dashes, line breaks and white space. Every public page loads this; text-matches.ts has the rest.
 */
export const foldText = (text: string): string =>
  text
    .replace(/['`´‘-‛]/g, '')
    .normalize('NFKD')
    .toLowerCase()
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}]/gu, '')
    .replace(/[\s\p{Pd}−]+/gu, ' ')
    .trim()
    .replace(/[ßæœøłđðþħı]/g, (letter) => foldedLetters[letter] ?? letter)
