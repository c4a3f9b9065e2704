/** Words that nearly every sentence has, or that say nothing about what happened. */
const empty = new Set(
  (
    'a about after again all also always am an and any anyone anything are as at be because been before being but by can cant constantly could day days did ' +
    'didnt do does doesnt doing done dont down each even ever every everything feel feels feeling feelings for from get gets getting go goes going got had has hasnt have having he hed ' +
    'her hers here hes happen happened happens him his how i id if ill im in into is isnt it its ive just keep keeps kept know knows let lets like made make makes making man me more most much my myself ' +
    'never new no not now of off often on once one only onto or other our out over own people person put puts really said say saying says she shes should so some ' +
    'someone something sometimes still such tell tells telling than that thats the their them themself themselves then there these they theyre thing things this those through ' +
    'to too up us use used uses using very want wants was wasnt way we well were what when where which while who why will with wont woman would you your'
  ).split(' '),
)

/** Forms that no ending explains: the first is the word. */
const forms = groups([
  'gaslight gaslit gaslighted',
  'lie lying lied lies',
  'spy spies spied spying',
  'deny denies denied denying',
  'forget forgets forgot forgotten',
  'hide hides hidden hiding',
  'steal stole stolen stealing',
  'leave leaves leaving left',
  'break breaks broke broken',
  'freeze froze frozen freezes',
  'make makes making made',
  'apology apologize apologizes apologise apologises apologizing',
  'hit hits hitting',
  'speak speaks speaking spoke',
  'steal steals',
])

/** Words that people use for one another: where something is described, which of them was written matters little. */
const kin = groups([
  'gaslight gaslit gaslighted',
  'lie lying liar lied lies',
  'spy spies spied spying monitor monitoring monitors monitored watch watches watching watched surveillance',
  'deny denies denied denying denial',
  'doubt doubts question questions questioning',
  'crazy insane unstable nuts mind minds',
  'partner husband wife boyfriend girlfriend spouse fiance fiancee bf gf hubby',
  'parent mother father mom mum mommy mummy dad daddy mama papa parents',
  'child kid children childhood son daughter boy girl toddler kids',
  'sibling brother sister siblings',
  'family relatives relative',
  'friend buddy bestie friends',
  'boss manager supervisor employer',
  'work coworker colleague workplace job office career employee',
  'money cash financial finances finance economic wages salary paycheck bank spend spends spending',
  'phone cell mobile smartphone',
  'yell shout scream',
  'angry mad anger rage temper furious mood moods',
  'suicide suicidal kill die',
  'sex sexual sexually intimacy',
  'force rape forced forces forcing',
  'picture photo photos pictures pic pics image images nude nudes naked',
  'religion religious spiritual church faith god bible pastor priest scripture',
  'doctor medical hospital physician nurse doctors',
  'silent ignore ignores silence speak speaks speaking talk talks talking',
  'leave leaves leaving left break breaks breakup',
  'physical hit hits hitting slap punch beat beats',
  'fear afraid scared fearful frightened terrified',
  'apology apologize apologise apologizes sorry',
  'clothes wear dress wearing outfit',
  'insult insults insulting insulted',
  'joke jokes joking humor humour funny kidding fun',
  'memory remember memories forget forgets forgot recall',
  'track follow follows following tracks tracking tracker gps location',
  'police cops cop',
  'compliment praise praises flattery',
  'love affection loves loving adore',
  'blame fault accuse accuses accused accusing accusation blames',
  'helpless incompetence incompetent incapable bad useless',
  'chores housework dishes cleaning',
  'nice kind charming sweet charm kindness',
  'cruel mean nasty',
  'favorite favor favour favours favors favourite favoritism favouritism prefers',
  'public everyone everybody people front',
  'hide secret hidden hides hiding covert',
  'threat threaten threatens threatening threatened threats',
  'promise promises promised',
  'cheat cheating affair unfaithful infidelity cheats',
  'fake false pretend pretends pretending',
  'fight fights fighting argument arguments argue argues arguing quarrel',
  'reality real unreal',
  'gift gifts present presents',
  'cry tears crying cries',
  'sleep awake',
  'food eat eats eating meal meals',
  'car drive drives driving cars',
  'court judge lawyer legal lawsuit',
  'pregnant pregnancy baby',
  'alcohol drunk drinking alcoholic drinks drink',
  'drug drugs pills pill medication medicine meds',
  'immigration immigrant deport deported deportation visa',
  'hurt hurts harm harms hurting',
  'walk walks walking walked',
  'rumor rumors rumour rumours gossip',
  'steal stole stealing steals theft',
  'freeze frozen froze freezes',
  'repeat replay replays replaying repeating again',
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

/** The form of a word, or of the one that stands for it and its kin. */
export function stemOf(word: string): string {
  const form = formOf(word)
  return formOf(kin.get(word) ?? kin.get(form) ?? form)
}

/** The words of a text in lower case, without accents and apostrophes. */
export function wordsOf(text: string): string[] {
  const lower = text.toLowerCase()
  // Most texts are plain, and all of a glossary are read while somebody types.
  if (/^[ -~\n]*$/.test(lower)) return lower.replaceAll("'", '').match(/[a-z0-9]+/g) ?? []
  return (
    lower
      .normalize('NFKD')
      .replace(/['’\p{M}]/gu, '')
      .match(/[\p{L}\p{N}]+/gu) ?? []
  )
}

/**
 * The words of a text that say something, as stems, each once.
 *
 * @param stem where many texts are read, one that remembers what it was asked
 */
export function stemsOf(text: string, stem: (word: string) => string = stemOf): string[] {
  const stems = new Set<string>()
  for (const word of wordsOf(text))
    if (word.length > 1 && !empty.has(word) && /\p{L}/u.test(word)) stems.add(stem(word))
  return [...stems]
}

/** A name without spaces and signs: `stone walling` and `stonewalling` are one. */
export const squeeze = (text: string): string => wordsOf(text).join('')

/** The letters of a word, each once and in order: those of `physcopath` are those of `psychopath`. */
export const lettersOf = (squeezed: string): string => [...new Set(squeezed)].sort().join('')
