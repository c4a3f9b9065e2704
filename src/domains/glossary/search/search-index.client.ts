import type { Suggestion } from '../terms.contract.ts'
import type { indexSearch, nameSearch } from './ranking.rules.ts'
import type { SearchIndex } from './search.contract.ts'
import type { describeResults, formatReason } from './search-texts.rules.ts'

type DeviceSearch = ReturnType<typeof indexSearch>
type NameSearch = ReturnType<typeof nameSearch>
/** The module client/search-index.ts. */
type SearchModule = {
  indexSearch: typeof indexSearch
  earlySearch(text: string): NameSearch | undefined
  describeResults: typeof describeResults
  formatReason: typeof formatReason
  fillHelpLines(element: HTMLElement): Promise<void>
}
/** What the header search searches: the glossary, or the demo's sample terms. */
export type SearchSource = {
  /** Loads the search that runs on the device. */
  load(): Promise<Pick<DeviceSearch, 'find'>>
  /** Shows results while that loads. */
  partialResults(text: string, show: (terms: Suggestion[]) => void): void
  searchServer(text: string): Promise<Suggestion[]>
}

/** Specification point 9: the index and server responses are cached for five minutes. */
const cacheTtl = 5 * 60_000
/** Build steps per task, about 10 ms on a slow phone, so that typing is not blocked. */
const stepsPerTask = 60

let cached: { search: DeviceSearch; until: number } | undefined
let pending: Promise<DeviceSearch> | undefined
/** Searches names and aliases while the index loads, or after its download broke off. */
let partialSearch: NameSearch | undefined
/** Repeats the last search once `partialSearch` is available. */
let showPartial = () => {}

export const glossary: SearchSource = { load, partialResults, searchServer }

/**
 * Loads the search code and its index, cached for five minutes, so that most queries never leave the device. Pages that are not
 * searched from download neither.
 */
async function load(): Promise<DeviceSearch> {
  if (cached && cached.until > Date.now()) return cached.search
  cached = undefined
  if (pending) return pending
  const module = loadSearch()
  pending = Promise.all([fetchIndex(module), module])
    .then(([index, { indexSearch }]) => {
      const search = indexSearch(index)
      cached = { search, until: Date.now() + cacheTtl }
      partialSearch = undefined
      setTimeout(() => warmUp(search))
      return search
    })
    .finally(() => {
      pending = undefined
    })
  return pending
}

function warmUp(search: DeviceSearch) {
  if (!search.warmUp(stepsPerTask)) setTimeout(() => warmUp(search))
}

/** Streams the index: on a slow connection names and aliases arrive well before the rest. */
async function fetchIndex(module: Promise<SearchModule>): Promise<SearchIndex> {
  const response = await fetch('/api/terms/index')
  if (!response.ok) throw new Error(`the search index answered ${response.status}`)
  if (!response.body) return response.json()
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return JSON.parse(text)
    text += decoder.decode(value, { stream: true })
    if (partialSearch) continue
    partialSearch = (await module).earlySearch(text)
    if (partialSearch) showPartial()
  }
}

let loadedModule: SearchModule | undefined

/** The page names the module (root.tsx). A static path would add the bundler's loader, and a request, to every page. */
export async function loadSearch(): Promise<SearchModule> {
  const script = document.querySelector<HTMLElement>('script[data-search]')?.dataset.search ?? ''
  const module: SearchModule = await import(/* @vite-ignore */ script)
  loadedModule = module
  return module
}

/** Its messages have values, and would bring their formatter into every page. Undefined until the search has loaded. */
export const searchTexts = (): Pick<SearchModule, 'describeResults' | 'formatReason'> | undefined =>
  loadedModule

/** Shows matches by name and alias while the index loads. The full results only add to them. */
function partialResults(text: string, show: (terms: Suggestion[]) => void): void {
  if (cached) return
  showPartial = () => show(partialSearch ? partialSearch(text) : [])
  showPartial()
}

/** In the page's memory only, so that no query is stored in the browser's files. */
const serverResults = new Map<string, Suggestion[]>()
document.addEventListener('quickhide:exit', () => serverResults.clear())

async function searchServer(text: string): Promise<Suggestion[]> {
  const cachedTerms = serverResults.get(text)
  if (cachedTerms) return cachedTerms
  const response = await fetch(`/api/terms/suggest?q=${encodeURIComponent(text.slice(0, 200))}`)
  if (!response.ok) throw new Error(`the search answered ${response.status}`)
  const { terms } = (await response.json()) as { terms: Suggestion[] }
  serverResults.set(text, terms)
  setTimeout(() => serverResults.delete(text), cacheTtl)
  return terms
}
