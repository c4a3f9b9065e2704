import type { Suggestion } from '../terms.contract.ts'
import type { indexSearch, nameSearch } from './ranking.rules.ts'
import type { SearchIndex } from './search.contract.ts'

type DeviceSearch = ReturnType<typeof indexSearch>
type NameSearch = ReturnType<typeof nameSearch>
/** The module that the page names (client/search-index.ts). */
type SearchModule = {
  indexSearch: typeof indexSearch
  earlySearch(text: string): NameSearch | undefined
}
/** What the header search finds with: the glossary, or the samples of the demo, which carries nothing of the glossary's index. */
export type SearchSource = {
  /** What the device finds by itself. */
  read(): Promise<Pick<DeviceSearch, 'find'>>
  /** What can be shown while that is on its way. */
  meanwhile(text: string, show: (found: Suggestion[]) => void): void
  /** What the server finds. */
  further(text: string): Promise<Suggestion[]>
}

/** Specification point 9: a cache of five minutes, for the index and for answers of the server. */
const keepFor = 5 * 60_000
/** A slow telephone has made so many pieces of it ready in 10 ms: what is typed meanwhile does not wait. */
const betweenKeys = 60

let kept: { search: DeviceSearch; until: number } | undefined
let coming: Promise<DeviceSearch> | undefined
/** Of an index that is under way, or that broke off, the search by its names and aliases. */
let early: NameSearch | undefined
/** Searches again when it is there. */
let showEarly = () => {}

export const glossary: SearchSource = { read: readIndex, meanwhile, further }

/**
 * The search with its index, fetched once and kept five minutes, so that most of what people look for never leaves their device.
 * What it is made of comes with the index, beside which it weighs little, and no page carries it that is not searched from.
 */
async function readIndex(): Promise<DeviceSearch> {
  if (kept && kept.until > Date.now()) return kept.search
  kept = undefined
  if (coming) return coming
  const module = loadSearch()
  coming = Promise.all([fetchIndex(module), module])
    .then(([index, { indexSearch }]) => {
      const search = indexSearch(index)
      kept = { search, until: Date.now() + keepFor }
      early = undefined
      setTimeout(() => warmUp(search))
      return search
    })
    .finally(() => {
      coming = undefined
    })
  return coming
}

function warmUp(search: DeviceSearch) {
  if (!search.ready(betweenKeys)) setTimeout(() => warmUp(search))
}

/** Reads the index as it comes: names and aliases are there a good while before it is whole, on a slow line. */
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
    if (early) continue
    early = (await module).earlySearch(text)
    if (early) showEarly()
  }
}

/** The page says where it is (root.tsx): an import by name would bring the bundler's own loader, and a request, to every page. */
export const loadSearch = (): Promise<SearchModule> =>
  import(/* @vite-ignore */ document.querySelector<HTMLElement>('script[data-search]')?.dataset.search ?? '')

/** What names and aliases tell while the rest of the index is on its way. Whatever the whole finds stands below it (search/finder). */
function meanwhile(text: string, show: (found: Suggestion[]) => void): void {
  if (kept) return
  showEarly = () => show(early ? early(text) : [])
  showEarly()
}

/** Answers of the server, in the memory of this page alone: no search is left in the browser's files. */
const answers = new Map<string, Suggestion[]>()
document.addEventListener('quickhide:exit', () => answers.clear())

async function further(text: string): Promise<Suggestion[]> {
  const known = answers.get(text)
  if (known) return known
  const response = await fetch(`/api/terms/suggest?q=${encodeURIComponent(text.slice(0, 200))}`)
  if (!response.ok) throw new Error(`the search answered ${response.status}`)
  const { terms } = (await response.json()) as { terms: Suggestion[] }
  answers.set(text, terms)
  setTimeout(() => answers.delete(text), keepFor)
  return terms
}
