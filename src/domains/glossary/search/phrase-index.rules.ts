import type { Told } from './scoring.rules.ts'
import { firstSentence } from './search.rules.ts'
import { formsOf } from './tokenizer.rules.ts'

/** How many words of it the index carries for a term: each weighs two bytes there, and the first search waits for all of them. */
const most = 8

/**
 * What the browser's index carries of what people say of each term: the words that are said of it most often and of others seldom,
 * without those that stand in its row anyway; as forms and in order, because they weigh less so.
 *
 * @returns for each term its words, with spaces between
 */
export function saidWordsOf(terms: readonly Told[]): string[] {
  const told = terms.map(({ term_name, aliases, definition, said = '' }) => ({
    beside: new Set(formsOf([term_name, ...aliases, firstSentence(definition)].join(' '))),
    all: new Set(formsOf([term_name, ...aliases, definition, said].join(' '))),
    times: timesOf(said),
  }))
  const documents = new Map<string, number>()
  for (const { all } of told) for (const form of all) documents.set(form, (documents.get(form) ?? 0) + 1)
  const worth = ([form, times]: [form: string, times: number]) =>
    Math.log(1 + times) * Math.sqrt(Math.log(1 + terms.length / (documents.get(form) ?? 1)))
  return told.map(({ beside, times }) =>
    [...times]
      // A form that would become another when it is read as a word is of no use.
      .filter(([form]) => !beside.has(form) && formsOf(form)[0] === form)
      .sort((one, other) => worth(other) - worth(one))
      .slice(0, most)
      .map(([form]) => form)
      .sort()
      .join(' '),
  )
}

/** In how many of the pieces between commas a word is said. */
function timesOf(said: string): Map<string, number> {
  const times = new Map<string, number>()
  for (const piece of said.split(','))
    for (const form of new Set(formsOf(piece))) times.set(form, (times.get(form) ?? 0) + 1)
  return times
}
