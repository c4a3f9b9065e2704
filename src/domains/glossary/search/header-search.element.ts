import type { Suggestion } from '../contract.ts'
import { suggestionLimit } from '../rules.ts'
import { beginningOf, type SearchEntry, type SearchIndex } from './contract.ts'
import type { indexSearch } from './finder/rules.ts'
import { matchesName, normalizeSearch, sayReason } from './rules.ts'

type DeviceSearch = ReturnType<typeof indexSearch>

/** Specification point 9: a cache of five minutes, a pause of 300 ms before the server is asked. */
const keepFor = 5 * 60_000
const pause = 300
/** Specification point 9. */
const searching = 'Searching...'
const unavailable = 'Search temporarily unavailable'

let kept: { search: DeviceSearch; until: number } | undefined
let coming: Promise<DeviceSearch> | undefined
/** Of an index that is under way, or that broke off, the terms whose names have come. */
let named: SearchEntry[] = []
/** Searches in them anew when more have come. */
let hear: () => unknown = () => {}
let made = 0

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
      // Between two keys, so that the first text that needs it does not wait.
      setTimeout(() => search.ready(), pause)
      return search
    })
    .finally(() => {
      coming = undefined
    })
  return coming
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
const loadSearch = (): Promise<{ indexSearch: typeof indexSearch }> =>
  import(/* @vite-ignore */ document.querySelector<HTMLElement>('script[data-search]')?.dataset.search ?? '')

/** A combobox over a plain search form (WAI-ARIA APG, "Combobox", list autocomplete). Without JavaScript the form submits. */
class HeaderSearch extends HTMLElement {
  private input!: HTMLInputElement
  private list!: HTMLElement
  private note!: HTMLElement
  private box!: HTMLElement
  private asked = 0
  private timer: ReturnType<typeof setTimeout> | undefined

  connectedCallback() {
    const input = this.querySelector('input')
    const box = this.querySelector<HTMLElement>('.search-results')
    if (!input || !box || input.disabled || this.box) return
    this.input = input
    this.box = box
    this.build()
    // A finger is down a tenth of a second before the box is entered.
    for (const entering of ['pointerdown', 'focus'])
      input.addEventListener(entering, () => this.device().catch(() => {}))
    input.addEventListener('input', () => this.search())
    input.addEventListener('keydown', (event) => this.onKeydown(event))
    document.addEventListener('click', (event) => {
      if (!this.contains(event.target as Node)) this.close()
    })
    this.addEventListener('focusout', (event) => {
      if (event.relatedTarget && !this.contains(event.relatedTarget as Node)) this.close()
    })
    // A page that comes back from the browser's memory would show what was looked for (safety point 7).
    addEventListener('pageshow', ({ persisted }) => {
      this.close()
      if (persisted || document.activeElement !== input) input.value = input.defaultValue
    })
  }

  private build() {
    const id = `header-search-${made++}`
    this.list = document.createElement('div')
    this.list.id = id
    this.list.setAttribute('role', 'listbox')
    this.list.setAttribute('aria-label', 'Terms')
    this.note = document.createElement('p')
    this.note.setAttribute('role', 'status')
    this.box.append(this.list, this.note)
    this.input.setAttribute('role', 'combobox')
    this.input.setAttribute('aria-autocomplete', 'list')
    this.input.setAttribute('aria-controls', id)
    this.input.setAttribute('aria-expanded', 'false')
  }

  /** The demo's few terms come with its page, and nobody is asked for more. */
  private async device(): Promise<DeviceSearch> {
    const { samples } = this.dataset
    if (!samples) return readIndex()
    const { indexSearch } = await loadSearch()
    return indexSearch(JSON.parse(samples))
  }

  private async search() {
    clearTimeout(this.timer)
    const asked = ++this.asked
    const text = normalizeSearch(this.input.value)
    if (text === '') return this.close()
    this.mark()
    const device = this.device()
    if (!kept) {
      hear = () => asked === this.asked && this.showNamed(text)
      hear()
    }
    const found = await device
      .then((device) => device.find(text))
      .catch((thrown: unknown) => {
        console.error('The index of the header search failed', thrown)
      })
    if (asked !== this.asked) return
    const { samples } = this.dataset
    if (found && (found.settled || samples)) return this.show(found.terms, text)
    if (samples) return this.say(unavailable)
    if (found && found.terms.length > 0) this.show(found.terms, text)
    else if (found) this.say(searching)
    this.timer = setTimeout(() => this.searchFurther(asked, text), pause)
  }

  /**
   * What this device cannot tell: the server knows the whole texts. It also stands in for an index that does not come, or that a page
   * from before an upgrade cannot read.
   */
  private async searchFurther(asked: number, text: string) {
    try {
      const response = await fetch(`/api/terms/suggest?q=${encodeURIComponent(text.slice(0, 200))}`)
      if (!response.ok) throw new Error(`the search answered ${response.status}`)
      const { terms } = (await response.json()) as { terms: Suggestion[] }
      if (asked === this.asked) this.show(terms, text)
    } catch (thrown) {
      if (asked !== this.asked) return
      console.error('The header search failed', thrown)
      this.tell(unavailable)
    }
  }

  /**
   * What names tell before the rest of the index has come. Whatever comes then stands below it (search/finder), but for the last
   * place, which may be another's and is left open.
   */
  private showNamed(text: string) {
    const found = named.filter((term) => matchesName(term, text)).slice(0, suggestionLimit - 1)
    this.place(found)
    // Said once, however often more names come.
    if (this.note.textContent !== searching) this.tell(searching)
  }

  private show(terms: Suggestion[], text: string) {
    if (terms.length === 0) return this.say(`No results found for "${text}"`)
    this.place(terms)
    this.tell(terms.length === 1 ? '1 result' : `${terms.length} results`, 'for-ears')
  }

  /** What stands at its place already stays there, beneath a finger and chosen. */
  private place(terms: Suggestion[]) {
    const children = this.list.children as HTMLCollectionOf<HTMLAnchorElement>
    for (const [place, term] of terms.entries()) {
      const option = this.optionFor(term, place)
      const old = children[place]
      if (!old) this.list.append(option)
      else if (headOf(old) !== headOf(option)) old.replaceWith(option)
      else lineOf(old).textContent = lineOf(option).textContent
    }
    while (children.length > terms.length) this.list.lastChild?.remove()
    this.open()
  }

  private optionFor(term: Suggestion, place: number): HTMLAnchorElement {
    const room = document.documentElement.dataset.room ?? location.pathname
    const option = document.createElement('a')
    option.id = `${this.list.id}-${place}`
    option.href = (room.startsWith('/dashboard') ? '/dashboard/glossary/' : '/glossary/') + term.slug
    option.tabIndex = -1
    option.setAttribute('role', 'option')
    option.setAttribute('aria-selected', 'false')
    const add = (tag: string, className: string, text: string) => {
      const part = document.createElement(tag)
      part.className = className
      part.textContent = text
      option.append(part)
    }
    add('b', '', term.term_name)
    if (term.type === 'clinical') add('span', 'badge', 'Clinical')
    else add('span', 'badge badge-community', 'Community')
    if (term.reason) add('span', 'search-line', sayReason(term.reason))
    // As high as it will be where it is still to come.
    add('span', 'search-line', term.definition || '\u00a0')
    option.addEventListener('click', () => this.forget())
    return option
  }

  /** Says it in place of results. */
  private say(message: string) {
    this.place([])
    this.tell(message)
  }

  /** Says it below what is there. */
  private tell(message: string, className = 'search-note') {
    this.note.className = className
    this.note.textContent = message
    this.open()
  }

  private onKeydown(event: KeyboardEvent) {
    const options = [...this.list.children] as HTMLAnchorElement[]
    const marked = options.findIndex(isMarked)
    if (event.key === 'Escape') {
      // A search field would empty itself; what was typed stays (safety point 17).
      event.preventDefault()
      this.close()
      this.input.blur()
    } else if (event.key === 'Tab') {
      // Closed before the focus moves on, which would else stop at the list: it scrolls.
      this.close()
    } else if (event.key === 'Enter' && marked >= 0) {
      event.preventDefault()
      options[marked]?.click()
    } else if (
      (event.key === 'ArrowDown' || event.key === 'ArrowUp') &&
      options.length > 0 &&
      !this.box.hidden
    ) {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      const from = marked < 0 && step < 0 ? 0 : marked
      const next = options[(from + step + options.length) % options.length]
      this.mark(next)
      next?.scrollIntoView({ block: 'nearest' })
    }
  }

  /** Marks this one alone, or none. */
  private mark(marked?: Element) {
    for (const option of this.list.children) option.setAttribute('aria-selected', String(option === marked))
    this.pointToMarked()
  }

  private pointToMarked() {
    const marked = [...this.list.children].find(isMarked)
    if (marked) this.input.setAttribute('aria-activedescendant', marked.id)
    else this.input.removeAttribute('aria-activedescendant')
  }

  private open() {
    this.box.hidden = false
    this.input.setAttribute('aria-expanded', String(this.list.childElementCount > 0))
    this.pointToMarked()
  }

  private close() {
    clearTimeout(this.timer)
    this.asked++
    this.box.hidden = true
    this.list.textContent = ''
    this.input.setAttribute('aria-expanded', 'false')
    this.pointToMarked()
  }

  /** Picking a result clears the box (specification point 2). */
  private forget() {
    this.input.value = ''
    this.close()
  }
}

const isMarked = (option: Element) => option.getAttribute('aria-selected') === 'true'
const lineOf = (option: Element) => option.lastElementChild as Element
/** An option but for its line, which comes later than its name. */
const headOf = (option: HTMLAnchorElement) =>
  option.href + [...option.children].slice(0, -1).map(({ textContent }) => textContent)

export const defineHeaderSearch = () => customElements.define('header-search', HeaderSearch)
