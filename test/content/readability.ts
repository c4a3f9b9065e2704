/** Flesch-Kincaid (1975), with syllables by rule: 98% of our words match the CMU Pronouncing Dictionary. */

/** In compounds (someone), at the end (name), before suffixes (safety). */
const silentE = [
  /(?<=^(?:som|hom|lif|tim|ther|wher|scap|ston|bas|nin|fir|voic|car|giv|els|mayb|not|mor|wak|fac))e(?=[a-z]{3})(?!ing)/,
  /(?<=[^aeiouytd]|[aeiou][wy]|[aeo]u|oo|ai|ea|[aeiouy]e)ed(?=$|ly$)/,
  /(?<=[aou])ed$/,
  /(?<![cgsxz]|[cst]h|[^aeiouylr]l)e(?=s$)/,
  /(?<![^aeiouylr]l)e$/,
  /(?<=[aeiouy][^aeiouy]{1,2})(?<![^aeiouylr]l)e(?=(?:ly|less|ness|ments?|ful|times?|givers?|work|book|body|ty)(?:ly|ness)?$)/,
]

/** Vowels in separate syllables: be-ing, di-ary, cre-ate. */
const hiatus = new RegExp(
  [
    '(?<=[aeou])(?=ing)',
    '(?<=[a-z]y)(?=[aeiou])',
    '(?<=[^cgstx]i)(?=a(?!ge)|e(?:t|n[tc]))',
    '(?<=[cst]i)(?=a(?:te|ti|bl))|(?<=sci)(?=e)',
    '(?<=[^cgstxnl]i|[^l]li)(?=o[^u])|(?<=[rvdl]i)(?=ous)|(?<=[eiu])(?=o?um|ous$)',
    '(?<=[^ae]i)(?=a?[ao]s?$)|(?<=[^gh]e)(?=on?s?$)|(?<=ide|the|are)(?=a)',
    '(?<=^re)(?=act|al[il]|ass|app|in[^s]|e[nmxv]|o|u)|(?<=^pre)(?=[eo])|(?<=cre)(?=at(?!ur))',
    '(?<=[cg]o)(?=er)|(?<=o)(?=e[mt])|(?<=[^qg]u)(?=a[lt]|e[ln]|in[^t]|it[iy])',
  ].join('|'),
  'g',
)

/** Counts syllables, at least 1. Spells out initials (PTSD has 4). */
export function countSyllables(word: string): number {
  const written = word.toLowerCase().replace(/(?<![cgsxz]e?)['’]s$/, '')
  let spoken = written.replace(/[^a-z]/g, '')
  if (!/[aeiouy]/.test(spoken)) return Math.max(1, spoken.length)
  spoken = spoken
    .replace(/^eve(?=[rn][iy])/, 'ev')
    .replace(/^busi/, 'bus')
    .replace('qu', 'q')
  for (const silent of silentE) spoken = spoken.replace(silent, '')
  let count = spoken.replace(hiatus, '-').match(/[aeiouy]+/g)?.length ?? 0
  if (/sms?$/.test(spoken) || /[^aeiou]n['’]t$/.test(written)) count += 1
  return Math.max(1, count)
}

/**
 * Returns the grade in US school years; 0 without words.
 * @param ignored lower-case words that do not count
 */
export function readingGrade(text: string, ignored: ReadonlySet<string> = new Set()): number {
  let words = 0
  let syllables = 0
  let sentences = 0
  for (const sentence of text.split(/(?<=[.!?]["”’')\]]*)\s+(?=["“‘'([]?[\p{Lu}\p{N}])/u)) {
    const counted = (sentence.match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)*/gu) ?? []).filter(
      (word) => !ignored.has(word.toLowerCase().replace(/['’]s$/, '')),
    )
    if (counted.length === 0) continue
    sentences += 1
    words += counted.length
    for (const word of counted) syllables += countSyllables(word)
  }
  return words === 0 ? 0 : 0.39 * (words / sentences) + 11.8 * (syllables / words) - 15.59
}
