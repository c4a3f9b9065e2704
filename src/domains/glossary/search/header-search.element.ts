import * as messages from '../messages.en.yaml'
import type { Suggestion } from '../terms.contract.ts'
import { createDemoSearchSource } from './demo-search-source.client.ts'
import { normalizeSearch } from './search.rules.ts'
import { type SearchSource, searchTexts } from './search-index.client.ts'

/** Specification point 9, in milliseconds. */
const debounce = 300

let defaultSource: SearchSource | undefined
let instanceCount = 0

/** A combobox (WAI-ARIA APG); without JavaScript a form. */
class HeaderSearch extends HTMLElement {
  private input!: HTMLInputElement
  private list!: HTMLElement
  private status!: HTMLElement
  private box!: HTMLElement
  private source!: SearchSource
  /** Earlier searches are stale. */
  private searchId = 0
  private timer: ReturnType<typeof setTimeout> | undefined

  connectedCallback() {
    const input = this.querySelector('input')
    const box = this.querySelector<HTMLElement>('.search-results')
    const { samples } = this.dataset
    const source = samples ? createDemoSearchSource(samples) : defaultSource
    if (!input || !box || !source || input.disabled || this.box) return
    this.input = input
    this.box = box
    // An error page does not know that it is in the dashboard.
    if (areaPath() === '/dashboard') this.querySelector('form')?.setAttribute('action', '/dashboard/glossary')
    this.source = source
    this.build()
    const preload = () => source.load().catch(() => {})
    // `pointerdown` comes about 100 ms before `focus`.
    for (const event of ['pointerdown', 'focus']) input.addEventListener(event, preload)
    input.addEventListener('input', () => this.search())
    // The user may type before this script runs.
    if (document.activeElement === input) {
      preload()
      this.search()
    }
    input.addEventListener('keydown', (event) => this.onKeydown(event))
    document.addEventListener('click', (event) => {
      if (!this.contains(event.target as Node)) this.close()
    })
    this.addEventListener('focusout', (event) => {
      if (event.relatedTarget && !this.contains(event.relatedTarget as Node)) this.close()
    })
    // The back/forward cache would show the search (safety point 7).
    addEventListener('pageshow', ({ persisted }) => {
      if (!persisted && document.activeElement === input) return
      this.close()
      input.value = input.defaultValue
    })
  }

  private build() {
    const id = `header-search-${instanceCount++}`
    this.list = document.createElement('div')
    this.list.id = id
    this.list.setAttribute('role', 'listbox')
    this.list.setAttribute('aria-label', messages.terms())
    this.status = document.createElement('p')
    this.status.setAttribute('role', 'status')
    this.box.append(this.list, this.status)
    this.input.setAttribute('role', 'combobox')
    this.input.setAttribute('aria-autocomplete', 'list')
    this.input.setAttribute('aria-controls', id)
    this.input.setAttribute('aria-expanded', 'false')
  }

  private async search() {
    clearTimeout(this.timer)
    const searchId = ++this.searchId
    const text = normalizeSearch(this.input.value)
    if (text === '') return this.close()
    this.setActive()
    const loading = this.source.load()
    this.source.partialResults(text, (terms) => {
      if (searchId === this.searchId) this.showPartial(terms)
    })
    const result = await loading
      .then((device) => device.find(text))
      .catch((thrown: unknown) => {
        console.error('The index of the header search failed', thrown)
      })
    if (searchId !== this.searchId) return
    if (result?.complete) return this.show(result.terms, text)
    if (result && result.terms.length > 0) this.show(result.terms, text)
    else if (result) this.showMessage(messages.searching())
    this.timer = setTimeout(() => this.searchServer(searchId, text), debounce)
  }

  /** For full texts, and for an index that fails or is newer than this page. */
  private async searchServer(searchId: number, text: string) {
    try {
      const terms = await this.source.searchServer(text)
      if (searchId === this.searchId) this.show(terms, text)
    } catch (thrown) {
      if (searchId !== this.searchId) return
      console.error('The header search failed', thrown)
      this.setStatus(messages.searchUnavailable())
    }
  }

  private showPartial(terms: Suggestion[]) {
    this.render(terms)
    // Announce it once.
    if (this.status.textContent !== messages.searching()) this.setStatus(messages.searching())
  }

  private show(terms: Suggestion[], text: string) {
    // Undefined if only the server can be reached.
    const status = searchTexts()?.describeResults(terms.length, text)
    if (terms.length === 0) return this.showMessage(status ?? messages.noTermsFound())
    this.render(terms)
    this.setStatus(status ?? '', 'visually-hidden')
  }

  /** Keeps unchanged options: one may be active or under a finger. */
  private render(terms: Suggestion[]) {
    const children = this.list.children as HTMLCollectionOf<HTMLAnchorElement>
    for (const [index, term] of terms.entries()) {
      const option = this.createOption(term, index)
      const current = children[index]
      if (!current) this.list.append(option)
      else if (optionKey(current) !== optionKey(option)) current.replaceWith(option)
      else (current.lastChild as Node).textContent = (option.lastChild as Node).textContent
    }
    while (children.length > terms.length) this.list.lastChild?.remove()
    this.input.dispatchEvent(new Event('results', { bubbles: true }))
    this.open()
  }

  private createOption(term: Suggestion, index: number): HTMLAnchorElement {
    const option = document.createElement('a')
    option.id = `${this.list.id}-${index}`
    option.href = `${areaPath()}/glossary/${term.slug}`
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
    if (term.type === 'clinical') add('span', 'badge', messages.clinical())
    else add('span', 'badge badge-community', messages.community())
    const reason = term.reason && searchTexts()?.formatReason(term.reason)
    if (reason) add('span', 'search-line', reason)
    // Keeps the height while it loads.
    add('span', 'search-line', term.definition || '\u00a0')
    option.addEventListener('click', () => this.clear())
    return option
  }

  private showMessage(message: string) {
    this.render([])
    this.setStatus(message)
  }

  private setStatus(message: string, className = 'search-note') {
    this.status.className = className
    this.status.textContent = message
    this.open()
  }

  private onKeydown(event: KeyboardEvent) {
    // These keys belong to the input method; Safari reports the last one only as key code 229.
    if (event.isComposing || event.keyCode === 229) return
    const options = [...this.list.children] as HTMLAnchorElement[]
    const active = options.findIndex(isActive)
    if (event.key === 'Escape') {
      this.close()
      this.input.blur()
    } else if (event.key === 'Tab') {
      // The list would take the focus.
      this.close()
    } else if (event.key === 'Enter' && active >= 0) {
      event.preventDefault()
      options[active]?.click()
    } else if (
      (event.key === 'ArrowDown' || event.key === 'ArrowUp') &&
      options.length > 0 &&
      !this.box.hidden
    ) {
      event.preventDefault()
      const step = event.key === 'ArrowDown' ? 1 : -1
      const from = active < 0 && step < 0 ? 0 : active
      const next = options[(from + step + options.length) % options.length]
      this.setActive(next)
      next?.scrollIntoView({ block: 'nearest' })
    }
  }

  private setActive(active?: Element) {
    for (const option of this.list.children) option.setAttribute('aria-selected', String(option === active))
    this.syncActiveDescendant()
  }

  private close() {
    clearTimeout(this.timer)
    this.searchId++
    this.list.textContent = ''
    this.open(false)
  }

  private open(isOpen = true) {
    this.box.hidden = !isOpen
    this.input.setAttribute('aria-expanded', String(this.list.childElementCount > 0))
    this.syncActiveDescendant()
  }

  private syncActiveDescendant() {
    const active = [...this.list.children].find(isActive)
    if (active) this.input.setAttribute('aria-activedescendant', active.id)
    else this.input.removeAttribute('aria-activedescendant')
  }

  /** Specification point 2. */
  private clear() {
    this.input.value = ''
    this.close()
  }
}

/** In Safe Mode only `data-path` has the real path. */
const areaPath = () =>
  (document.documentElement.dataset.path ?? location.pathname).startsWith('/dashboard') ? '/dashboard' : ''
const isActive = (option: Element) => option.getAttribute('aria-selected') === 'true'
/** The definition loads after the name. */
const optionKey = (option: HTMLAnchorElement) =>
  option.href + [...option.children].slice(0, -1).map(({ textContent }) => textContent)

/** Defines `<header-search>`. @param source for searches without samples */
export function defineHeaderSearch(source?: SearchSource) {
  defaultSource = source
  customElements.define('header-search', HeaderSearch)
}
