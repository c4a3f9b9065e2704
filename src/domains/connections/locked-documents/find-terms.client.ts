import { foldText } from '../../../platform/fold-text.ts'
import { type LinkedTerm, readTermNames } from './term-names.client.ts'

/** As many as the server lists. */
const limit = 50

/**
 * Terms of the glossary whose name has this text, those that start with it first. In a locked journal what is typed stays on the device, or
 * it would tell which term is linked next.
 *
 * @throws ApiProblem when the names cannot be loaded
 */
export async function findTerms(search: string): Promise<LinkedTerm[]> {
  const text = foldText(search) || search
  const starts = ({ term_name }: LinkedTerm) => foldText(term_name).startsWith(text)
  const matches = [...(await readTermNames()).values()].filter(
    ({ term_name, slug, retired }) => !retired && (foldText(term_name).includes(text) || slug.includes(text)),
  )
  const first = matches.filter(starts)
  return [...first, ...matches.filter((term) => !starts(term))].slice(0, limit)
}
