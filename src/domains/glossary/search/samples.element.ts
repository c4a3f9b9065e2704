import { loadSearch, type SearchSource } from './glossary-index.element.ts'

/**
 * The few terms that a page of the demo brings are all that its search looks in, and nobody is asked for more.
 *
 * @param index as JSON
 */
export function inSamples(index: string): SearchSource {
  let isThere = false
  return { read, meanwhile, further }

  async function read() {
    const { indexSearch } = await loadSearch()
    const { find } = indexSearch(JSON.parse(index))
    isThere = true
    return { find: (text: string) => ({ ...find(text), settled: true }) }
  }

  function meanwhile(_text: string, show: (found: []) => void) {
    if (!isThere) show([])
  }

  async function further(): Promise<never> {
    throw new Error('the samples could not be searched')
  }
}
