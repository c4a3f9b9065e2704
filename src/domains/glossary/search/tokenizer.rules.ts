import { foldText } from '../../../platform/fold-text.ts'

/** Words that nearly every sentence has, or that say nothing about what happened. */
export const empty = new Set(
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

/** Forms that no ending explains: the first is the word. */
const forms = groups([
  'gaslight gaslit',
  'lie lying lied lies',
  'spy spies spied spying',
  'forget forgot forgotten',
  'hide hidden hid',
  'steal stole stolen',
  'leave left',
  'break broke broken',
  'freeze froze frozen',
  'make made',
  'speak spoke spoken',
  'cry cries cried crying',
  'try tries tried trying',
  'tear tore torn',
  'take took taken',
  'throw threw thrown',
  'think thought',
  'buy bought buying',
  'hold held',
  'grow grew grown',
  'drive drove driven',
  'choose chose chosen choice',
  'fall fell fallen',
  'come came',
  'go goes going went gone',
  'do does doing did done',
  'give gave given',
  'get got gotten',
  'keep kept',
  'tell told',
  'say said saying',
  'see saw seen sees',
  'know knew known',
  'feel felt',
  'write wrote written',
  'send sent',
  'spend spent',
  'lose lost',
  'meet met',
  'fight fought',
  'bring brought',
  'teach taught',
  'catch caught',
  'sleep slept asleep',
  'hear heard',
  'stand stood',
  'begin began begun',
  'swear swore sworn',
  'wear wore worn',
  'shake shook shaken',
  'bite bit bitten',
  'beat beaten',
  'win won',
  'run ran',
  'drink drank drunk',
  'eat ate eaten',
  'mean meant',
  'pay paid',
  'sell sold',
  'wake woke woken',
  'stick stuck',
  'forgive forgave forgiven',
  'understand understood',
  'become became',
  'withdraw withdrew withdrawn',
  'find found',
  'show shown',
  'hang hung',
  'rise rose',
  'vehicle car',
  'lug carry carries carried carrying',
  'remark notice notices noticed noticing',
  'duplicate copy copies copied copying',
  'fright scare scares scared scary scaring',
])

function groups(lines: readonly string[]): Map<string, string> {
  return new Map(
    lines.flatMap((line) => {
      const [first = '', ...others] = line.split(' ')
      return others.map((word) => [word, first] as const)
    }),
  )
}

const endings =
  /(?:i[sz]ations?|ications?|[ai]tions?|at(?:ors?|ing|ed|es?|ively|ive)|i[sz](?:ing|ed|e[srd]?)|ments?|ness(?:es)?|ings?|ingly|edly|i?ers?|ors?|istic(?:ally)?|is[tm]s?|ied|ies|ying|ity|ily|able|ible|ous|fully?|less|ally|ly|ical?|al|ic|ions?|es|ed|s|e|y)$/

/**
 * What is left of a word when its endings are taken away: `triangulates`, `triangulating` and `triangulation` are one. Stronger than
 * a linguist's stemmer, because it only has to tell some thousand words apart, and far smaller, because the browser carries it too.
 */
export function formOf(word: string): string {
  let stem = forms.get(word) ?? word
  for (let time = 0; time < 3 && stem.length > 3; time++) {
    const shorter = stem.replace(endings, '')
    if (shorter === stem || shorter.length < 3 || !/[aeiouy]/.test(shorter)) break
    stem = forms.get(shorter) ?? shorter
  }
  return stem.replace(/([^aeiou])\1$/, '$1')
}

/** The words of a text in lower case, without accents and apostrophes. */
export function wordsOf(text: string): string[] {
  // Most texts are plain, and all of a glossary are read while somebody types.
  if (/^[ -~\n]*$/.test(text))
    return (
      text
        .toLowerCase()
        .replace(/['`]/g, '')
        .match(/[a-z0-9]+/g) ?? []
    )
  return foldText(text).match(/[\p{L}\p{N}]+/gu) ?? []
}

/** The words of a text that say something, without their endings, each once. */
export const formsOf = (text: string): string[] => formsAmong(wordsOf(text))

/** The same of words. @param form where many texts are read, one that remembers what it was asked */
export function formsAmong(words: readonly string[], form: (word: string) => string = formOf): string[] {
  const forms = new Set<string>()
  for (const word of words)
    if (word.length > 1 && !empty.has(word) && /\p{L}/u.test(word)) forms.add(form(word))
  return [...forms]
}

/** A name without spaces and signs: `stone walling` and `stonewalling` are one. */
export const stripSeparators = (text: string): string => wordsOf(text).join('')
