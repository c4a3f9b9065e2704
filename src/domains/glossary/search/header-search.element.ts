import type { Suggestion } from '../contract.ts'
import type { SearchIndex } from './contract.ts'
import type { indexSearch } from './finder/rules.ts'
import { normalizeSearch, sayReason } from './rules.ts'

type DeviceSearch = ReturnType<typeof indexSearch>

/** Specification point 9: a cache of five minutes, a pause of 300 ms before the server is asked. */
const keepFor = 5 * 60_000
const pause = 300
/** Specification point 9. */
const unavailable = 'Search temporarily unavailable'

let kept: { search: DeviceSearch; until: number } | undefined
let coming: Promise<DeviceSearch> | undefined
let made = 0

/**
 * The search with its index, fetched once and kept five minutes, so that most of what people look for never leaves their device.
 * What it is made of comes with the index, beside which it weighs little, and no page carries it that is not searched from.
 */
async function readIndex(): Promise<DeviceSearch> {
  if (kept && kept.until > Date.now()) return kept.search
  if (coming) return coming
  coming = Promise.all([
    fetch('/api/terms/index').then((response) => {
      if (!response.ok) throw new Error(`the search index answered ${response.status}`)
      return response.json() as Promise<SearchIndex>
    }),
    loadSearch(),
  ])
    .then(([index, { indexSearch }]) => {
      const search = indexSearch(index)
      kept = { search, until: Date.now() + keepFor }
      // Between two keys, so that the first text that needs it does not wait.
      setTimeout(() => search.ready(), pause)
      return search
    })
    .finally(() => {
      coming = undefined
    })
  return coming
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
  private highlight = -1
  private asked = 0
  private timer: ReturnType<typeof setTimeout> | undefined

  connectedCallback() {
    const input = this.querySelector('input')
    const box = this.querySelector<HTMLElement>('.search-results')
    if (!input || !box || input.disabled || this.box) return
    this.input = input
    this.box = box
    this.build()
    input.addEventListener('focus', () => this.device().catch(() => {}))
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
    if (!kept) this.say('Searching...')
    const found = await this.device()
      .then((device) => device.find(text))
      .catch((thrown: unknown) => {
        console.error('The index of the header search failed', thrown)
      })
    if (asked !== this.asked) return
    const { samples } = this.dataset
    if (found && (found.settled || samples)) return this.show(found.terms, text)
    if (samples) return this.say(unavailable)
    if (found && found.terms.length > 0) this.show(found.terms, text)
    else this.say('Searching...')
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
      this.say(unavailable)
    }
  }

  private show(terms: Suggestion[], text: string) {
    if (terms.length === 0) return this.say(`No results found for "${text}"`)
    const room = document.documentElement.dataset.room ?? location.pathname
    const base = room.startsWith('/dashboard') ? '/dashboard/glossary/' : '/glossary/'
    this.highlight = -1
    this.list.textContent = ''
    this.list.append(
      ...terms.map((term, place) => {
        const option = document.createElement('a')
        option.id = `${this.list.id}-${place}`
        option.href = base + term.slug
        option.tabIndex = -1
        option.setAttribute('role', 'option')
        option.setAttribute('aria-selected', 'false')
        const name = document.createElement('b')
        name.textContent = term.term_name
        const badge = document.createElement('span')
        badge.className = term.type === 'clinical' ? 'badge' : 'badge badge-community'
        badge.textContent = term.type === 'clinical' ? 'Clinical' : 'Community'
        const line = document.createElement('span')
        line.className = 'search-line'
        line.textContent = term.definition
        option.append(name, badge)
        if (term.reason) {
          const why = document.createElement('span')
          why.className = 'search-line'
          why.textContent = sayReason(term.reason)
          option.append(why)
        }
        option.append(line)
        option.addEventListener('click', () => this.forget())
        return option
      }),
    )
    this.note.className = 'for-ears'
    this.note.textContent = terms.length === 1 ? '1 result' : `${terms.length} results`
    this.open()
  }

  private say(message: string) {
    this.list.textContent = ''
    this.highlight = -1
    this.note.className = 'search-note'
    this.note.textContent = message
    this.open()
  }

  private onKeydown(event: KeyboardEvent) {
    const options = [...this.list.children] as HTMLAnchorElement[]
    if (event.key === 'Escape') {
      // A search field would empty itself; what was typed stays (safety point 17).
      event.preventDefault()
      this.close()
      this.input.blur()
    } else if (event.key === 'Tab') {
      // Closed before the focus moves on, which would else stop at the list: it scrolls.
      this.close()
    } else if (event.key === 'Enter' && this.highlight >= 0) {
      event.preventDefault()
      options[this.highlight]?.click()
    } else if (
      (event.key === 'ArrowDown' || event.key === 'ArrowUp') &&
      options.length > 0 &&
      !this.box.hidden
    ) {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      const from = this.highlight < 0 && step < 0 ? 0 : this.highlight
      this.mark((from + step + options.length) % options.length, options)
    }
  }

  private mark(place: number, options: HTMLElement[]) {
    this.highlight = place
    for (const [at, option] of options.entries()) option.setAttribute('aria-selected', String(at === place))
    this.input.setAttribute('aria-activedescendant', options[place]?.id ?? '')
    options[place]?.scrollIntoView({ block: 'nearest' })
  }

  private open() {
    this.box.hidden = false
    this.input.removeAttribute('aria-activedescendant')
    this.input.setAttribute('aria-expanded', String(this.list.childElementCount > 0))
  }

  private close() {
    clearTimeout(this.timer)
    this.asked++
    this.highlight = -1
    this.box.hidden = true
    this.list.textContent = ''
    this.input.removeAttribute('aria-activedescendant')
    this.input.setAttribute('aria-expanded', 'false')
  }

  /** Picking a result clears the box (specification point 2). */
  private forget() {
    this.input.value = ''
    this.close()
  }
}

export const defineHeaderSearch = () => customElements.define('header-search', HeaderSearch)
