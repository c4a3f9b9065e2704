/** Unicode does not decompose them. */
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

/** Folds case, accents, apostrophes, compatibility forms, dashes and spaces. Every public page loads this. */
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
