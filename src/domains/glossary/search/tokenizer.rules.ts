import { foldText } from '../../../platform/fold-text.ts'

export const stopWords = new Set(
  (
    'a about after again all also always am an and any anybody anyone anything are as at be because been before being but ' +
    'by came can cant come comes constantly could day days did didnt do does doesnt doing done dont down each else even ' +
    'ever every everything feel feeling feelings feels for from get gets getting go goes going got had happen happened ' +
    'happens has hasnt have having he hed her here hers hes him his how i id if ill im in into is isnt it its ive just keep ' +
    'keeps kept know knows let lets like made make makes making man me more most much my myself never new no nobody not now ' +
    'of off often on once one only onto or other others our out over own people person put puts really said say saying says ' +
    'see seeing seen she shes should so some somebody someone something sometimes still such tell telling tells than that ' +
    'thats the their them themself themselves then there these they theyre thing things this those through time times to ' +
    'told too two up us use used uses using very want wants was wasnt way we well were what when where which while who why ' +
    'will with woman wont would you your'
  ).split(' '),
)

/** Separated by commas, the base form first. */
const irregularForms = new Map(
  (
    'gaslight gaslit, lie lying lied lies, spy spies spied spying, forget forgot forgotten, hide hidden hid, ' +
    'steal stole stolen, leave left, break broke broken, freeze froze frozen, make made, speak spoke spoken, ' +
    'cry cries cried crying, try tries tried trying, tear tore torn, take took taken, throw threw thrown, ' +
    'think thought, buy bought buying, hold held, grow grew grown, drive drove driven, ' +
    'choose chose chosen choice, fall fell fallen, come came, go goes going went gone, ' +
    'do does doing did done, give gave given, get got gotten, keep kept, tell told, say said saying, ' +
    'see saw seen sees, know knew known, feel felt, write wrote written, send sent, spend spent, lose lost, ' +
    'meet met, fight fought, bring brought, teach taught, catch caught, sleep slept asleep, hear heard, ' +
    'stand stood, begin began begun, swear swore sworn, wear wore worn, shake shook shaken, bite bit bitten, ' +
    'beat beaten, win won, run ran, drink drank drunk, eat ate eaten, mean meant, pay paid, sell sold, ' +
    'wake woke woken, stick stuck, forgive forgave forgiven, understand understood, become became, ' +
    'withdraw withdrew withdrawn, find found, show shown, hang hung, rise rose, vehicle car, ' +
    'lug carry carries carried carrying, remark notice notices noticed noticing, ' +
    'duplicate copy copies copied copying, fright scare scares scared scary scaring'
  )
    .split(', ')
    .flatMap((forms) => {
      const [base = '', ...others] = forms.split(' ')
      return others.map((other) => [other, base] as const)
    }),
)

const suffixes =
  /(?:i[sz]ations?|ications?|[ai]tions?|at(?:ors?|ing|ed|es?|ively|ive)|i[sz](?:ing|ed|e[srd]?)|ments?|ness(?:es)?|ings?|ingly|edly|i?ers?|ors?|istic(?:ally)?|is[tm]s?|ied|ies|ying|ity|ily|able|ible|ous|fully?|less|ally|ly|ical?|al|ic|ions?|es|ed|s|e|y)$/

/** The stem of a word. Cruder than a linguistic stemmer, and far smaller, since the browser downloads it. */
export function stem(word: string): string {
  let result = irregularForms.get(word) ?? word
  for (let round = 0; round < 3 && result.length > 3; round++) {
    const shorter = result.replace(suffixes, '')
    if (shorter === result || shorter.length < 3 || !/[aeiouy]/.test(shorter)) break
    result = irregularForms.get(shorter) ?? shorter
  }
  return result.replace(/([^aeiou])\1$/, '$1')
}

/** The words of a text in lower case, without accents and apostrophes. */
export function tokenize(text: string): string[] {
  // Fast path: the whole glossary is tokenized while the user types.
  if (/^[ -~\n]*$/.test(text))
    return (
      text
        .toLowerCase()
        .replace(/['`]/g, '')
        .match(/[a-z0-9]+/g) ?? []
    )
  return foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []
}

/** The distinct stems of a text, without stop words. */
export const stems = (text: string): string[] => uniqueStems(tokenize(text))

/** The distinct stems of words, without stop words. */
export function uniqueStems(words: readonly string[], stemWord: (word: string) => string = stem): string[] {
  const unique = new Set<string>()
  for (const word of words)
    if (word.length > 1 && !stopWords.has(word) && /\p{L}/u.test(word)) unique.add(stemWord(word))
  return [...unique]
}

/** `stone walling` becomes `stonewalling`. */
export const stripSeparators = (text: string): string => tokenize(text).join('')
