import type { Suggestion } from '../terms.contract.ts'
import { createDemoSearchSource } from './demo-search-source.client.ts'
import { formatReason, normalizeSearch } from './search.rules.ts'
import type { SearchSource } from './search-index.client.ts'

/** Specification point 9: a pause before the server is asked. */
const pause = 300
/** Specification point 9. */
const searching = 'Searching...'
const unavailable = 'Search temporarily unavailable'

let glossary: SearchSource | undefined
let made = 0

/** A combobox over a plain search form (WAI-ARIA APG, "Combobox", list autocomplete). Without JavaScript the form submits. */
class HeaderSearch extends HTMLElement {
  private input!: HTMLInputElement
  private list!: HTMLElement
  private note!: HTMLElement
  private box!: HTMLElement
  private source!: SearchSource
  private asked = 0
  private timer: ReturnType<typeof setTimeout> | undefined

  connectedCallback() {
    const input = this.querySelector('input')
    const box = this.querySelector<HTMLElement>('.search-results')
    const { samples } = this.dataset
    const source = samples ? createDemoSearchSource(samples) : glossary
    if (!input || !box || !source || input.disabled || this.box) return
    this.input = input
    this.box = box
    // A page that stands in for one of the dashboard, as while the database is gone, does not know its place.
    if (areaOf() === '/dashboard') this.querySelector('form')?.setAttribute('action', '/dashboard/glossary')
    this.source = source
    this.build()
    const read = () => source.read().catch(() => {})
    // A finger is down a tenth of a second before the box is entered.
    for (const entering of ['pointerdown', 'focus']) input.addEventListener(entering, read)
    input.addEventListener('input', () => this.search())
    // What was entered before this had come, late on a bad line.
    if (document.activeElement === input) {
      read()
      this.search()
    }
    input.addEventListener('keydown', (event) => this.onKeydown(event))
    document.addEventListener('click', (event) => {
      if (!this.contains(event.target as Node)) this.close()
    })
    this.addEventListener('focusout', (event) => {
      if (event.relatedTarget && !this.contains(event.relatedTarget as Node)) this.close()
    })
    // A page that comes back from the browser's memory would show what was looked for (safety point 7).
    addEventListener('pageshow', ({ persisted }) => {
      if (!persisted && document.activeElement === input) return
      this.close()
      input.value = input.defaultValue
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

  private async search() {
    clearTimeout(this.timer)
    const asked = ++this.asked
    const text = normalizeSearch(this.input.value)
    if (text === '') return this.close()
    this.mark()
    const device = this.source.read()
    this.source.meanwhile(text, (found) => {
      if (asked === this.asked) this.showNamed(found)
    })
    const found = await device
      .then((device) => device.find(text))
      .catch((thrown: unknown) => {
        console.error('The index of the header search failed', thrown)
      })
    if (asked !== this.asked) return
    if (found?.settled) return this.show(found.terms, text)
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
      const terms = await this.source.further(text)
      if (asked === this.asked) this.show(terms, text)
    } catch (thrown) {
      if (asked !== this.asked) return
      console.error('The header search failed', thrown)
      this.tell(unavailable)
    }
  }

  private showNamed(found: Suggestion[]) {
    this.place(found)
    // Said once, however often more names come.
    if (this.note.textContent !== searching) this.tell(searching)
  }

  private show(terms: Suggestion[], text: string) {
    if (terms.length === 0) return this.say(`No results found for "${text}"`)
    this.place(terms)
    this.tell(terms.length === 1 ? '1 result' : `${terms.length} results`, 'visually-hidden')
  }

  /** What stands at its place already stays there, beneath a finger and chosen. */
  private place(terms: Suggestion[]) {
    const children = this.list.children as HTMLCollectionOf<HTMLAnchorElement>
    for (const [place, term] of terms.entries()) {
      const option = this.optionFor(term, place)
      const old = children[place]
      if (!old) this.list.append(option)
      else if (headOf(old) !== headOf(option)) old.replaceWith(option)
      else (old.lastChild as Node).textContent = (option.lastChild as Node).textContent
    }
    while (children.length > terms.length) this.list.lastChild?.remove()
    this.open()
  }

  private optionFor(term: Suggestion, place: number): HTMLAnchorElement {
    const option = document.createElement('a')
    option.id = `${this.list.id}-${place}`
    option.href = `${areaOf()}/glossary/${term.slug}`
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
    if (term.reason) add('span', 'search-line', formatReason(term.reason))
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
    // These keys are the input method's until it has composed a word; Safari names its last one by the code 229 alone.
    if (event.isComposing || event.keyCode === 229) return
    const options = [...this.list.children] as HTMLAnchorElement[]
    const marked = options.findIndex(isMarked)
    if (event.key === 'Escape') {
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

  private close() {
    clearTimeout(this.timer)
    this.asked++
    this.list.textContent = ''
    this.open(false)
  }

  private open(isOpen = true) {
    this.box.hidden = !isOpen
    this.input.setAttribute('aria-expanded', String(this.list.childElementCount > 0))
    this.pointToMarked()
  }

  private pointToMarked() {
    const marked = [...this.list.children].find(isMarked)
    if (marked) this.input.setAttribute('aria-activedescendant', marked.id)
    else this.input.removeAttribute('aria-activedescendant')
  }

  /** Picking a result clears the box (specification point 2). */
  private forget() {
    this.input.value = ''
    this.close()
  }
}

/** Where the terms are: `/dashboard`, or nothing for the pages for everyone. In Safe Mode the address does not tell. */
const areaOf = () =>
  (document.documentElement.dataset.path ?? location.pathname).startsWith('/dashboard') ? '/dashboard' : ''
const isMarked = (option: Element) => option.getAttribute('aria-selected') === 'true'
/** An option but for its line, which comes later than its name. */
const headOf = (option: HTMLAnchorElement) =>
  option.href + [...option.children].slice(0, -1).map(({ textContent }) => textContent)

/** @param whole where a search looks that brings no samples */
export function defineHeaderSearch(whole?: SearchSource) {
  glossary = whole
  customElements.define('header-search', HeaderSearch)
}
