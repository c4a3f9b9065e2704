/** Letters that do not fall apart into a base letter and a mark, so that Unicode's decomposition leaves them. */
const letters: Readonly<Record<string, string>> = {
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
 * What different ways to write the same words have in common: lower case without accents and apostrophes, compatibility forms
 * (ligatures, wide letters) written out, and one space for dashes, line breaks and runs of white space. Every public page carries this:
 * what only marks and one's own search need stands in text-matches.ts.
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
    .replace(/[ßæœøłđðþħı]/g, (letter) => letters[letter] ?? letter)
