import { loadSearch, type SearchSource } from './search-index.client.ts'

/**
 * The few terms that a page of the demo brings are all that its search looks in, and nobody is asked for more.
 *
 * @param index as JSON
 */
export function createDemoSearchSource(index: string): SearchSource {
  let isThere = false
  return {
    async read() {
      const { find } = (await loadSearch()).indexSearch(JSON.parse(index))
      isThere = true
      return { find: (text) => ({ ...find(text), settled: true }) }
    },
    meanwhile: (_text, show) => isThere || show([]),
    further: () => Promise.reject(),
  }
}
