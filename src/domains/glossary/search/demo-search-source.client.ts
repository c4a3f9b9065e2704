import { loadSearch, type SearchSource } from './search-index.client.ts'

/** Searches the samples (a `SearchIndex` as JSON), never the server. */
export function createDemoSearchSource(index: string): SearchSource {
  let isLoaded = false
  return {
    async load() {
      const { find } = (await loadSearch()).indexSearch(JSON.parse(index))
      isLoaded = true
      return { find: (text) => ({ ...find(text), complete: true }) }
    },
    partialResults: (_text, show) => isLoaded || show([]),
    searchServer: () => Promise.reject(),
  }
}
