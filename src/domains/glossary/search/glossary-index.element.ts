import type { Suggestion } from '../contract.ts'
import { suggestionLimit } from '../rules.ts'
import { beginningOf, type SearchEntry, type SearchIndex } from './contract.ts'
import type { indexSearch } from './finder/rules.ts'
import { matchesName } from './rules.ts'

type DeviceSearch = ReturnType<typeof indexSearch>
/** What the header search finds with: the glossary, or the samples of the demo, which carries nothing of the glossary's index. */
export type SearchSource = {
  /** What the device finds by itself. */
  read(): Promise<Pick<DeviceSearch, 'find'>>
  /** What can be shown while that is on its way. */
  meanwhile(text: string, show: (found: Suggestion[]) => void): void
  /** What the server finds. */
  further(text: string): Promise<Suggestion[]>
}

/** Specification point 9: a cache of five minutes. */
const keepFor = 5 * 60_000
/** A slow telephone has made so many pieces of it ready in 10 ms: what is typed meanwhile does not wait. */
const betweenKeys = 60

let kept: { search: DeviceSearch; until: number } | undefined
let coming: Promise<DeviceSearch> | undefined
/** Of an index that is under way, or that broke off, the terms whose names have come. */
let named: SearchEntry[] = []
/** Searches in them anew when more have come. */
let hear = () => {}

export const glossary: SearchSource = { read: readIndex, meanwhile, further }

/**
 * The search with its index, fetched once and kept five minutes, so that most of what people look for never leaves their device.
 * What it is made of comes with the index, beside which it weighs little, and no page carries it that is not searched from.
 */
async function readIndex(): Promise<DeviceSearch> {
  if (kept && kept.until > Date.now()) return kept.search
  kept = undefined
  if (coming) return coming
  coming = Promise.all([fetchIndex(), loadSearch()])
    .then(([index, { indexSearch }]) => {
      const search = indexSearch(index)
      kept = { search, until: Date.now() + keepFor }
      named = []
      setTimeout(() => makeReady(search))
      return search
    })
    .finally(() => {
      coming = undefined
    })
  return coming
}

function makeReady(search: DeviceSearch) {
  if (!search.ready(betweenKeys)) setTimeout(() => makeReady(search))
}

/** Reads the index as it comes: its names are there four tenths of a second before it is whole, on a slow line. */
async function fetchIndex(): Promise<SearchIndex> {
  const response = await fetch('/api/terms/index')
  if (!response.ok) throw new Error(`the search index answered ${response.status}`)
  if (!response.body) return response.json()
  const reader = response.body.getReader()
  const decoder = new TextDecoder()
  let text = ''
  let all = false
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return JSON.parse(text)
    text += decoder.decode(value, { stream: true })
    if (all || kept) continue
    const beginning = beginningOf(text)
    all = beginning.all
    // Where one broke off, the next one first has fewer.
    if (beginning.terms.length <= named.length) continue
    named = beginning.terms
    hear()
  }
}

/** The page says where it is (root.tsx): an import by name would bring the bundler's own loader, and a request, to every page. */
export const loadSearch = (): Promise<{ indexSearch: typeof indexSearch }> =>
  import(/* @vite-ignore */ document.querySelector<HTMLElement>('script[data-search]')?.dataset.search ?? '')

/**
 * While the index is on its way: what names tell, at once and whenever more of them have come. Whatever the whole finds stands below
 * it (search/finder), but for the last place, which may be another's and is left open.
 */
function meanwhile(text: string, show: (found: Suggestion[]) => void): void {
  if (kept) return
  hear = () => show(named.filter((term) => matchesName(term, text)).slice(0, suggestionLimit - 1))
  hear()
}

async function further(text: string): Promise<Suggestion[]> {
  const response = await fetch(`/api/terms/suggest?q=${encodeURIComponent(text.slice(0, 200))}`)
  if (!response.ok) throw new Error(`the search answered ${response.status}`)
  const { terms } = (await response.json()) as { terms: Suggestion[] }
  return terms
}
