import * as messages from './messages.en.yaml'

/** Specification point 9, in milliseconds. */
const debounce = 300
const cacheTtl = 2 * 60_000

/**
 * Fetches the target page and copies its parts into `/glossary`, which works without JavaScript. Search text
 * is in the URL only after a form submit (safety point 23), and while the box has it.
 */
class TermList extends HTMLElement {
  private cache = new Map<string, { page: Promise<Document>; until: number }>()
  private timer: ReturnType<typeof setTimeout> | undefined
  /** Earlier requests are stale. */
  private requestId = 0

  connectedCallback() {
    const scheduleSearch = () => {
      clearTimeout(this.timer)
      this.timer = setTimeout(
        () => this.navigate(document.documentElement.dataset.path ?? location.href),
        debounce,
      )
    }
    this.addEventListener('input', scheduleSearch)
    this.addEventListener('click', (event) => this.onClick(event))
    // The user may type before this script runs.
    if (this.box && this.box.value !== this.box.defaultValue) scheduleSearch()
  }

  private get box(): HTMLInputElement | null {
    return this.querySelector('input[type=search]')
  }

  private get results(): Element | null {
    return this.querySelector('[data-part=results]')
  }

  private get search(): string {
    return this.box?.value.trim() ?? ''
  }

  private onClick(event: MouseEvent) {
    const link = (event.target as Element).closest<HTMLAnchorElement>('a[data-list]')
    if (!link || event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey) return
    event.preventDefault()
    if (link.dataset.list === 'letter' && this.box) this.box.value = ''
    if (link.dataset.list === 'more') this.loadMore(link)
    else this.navigate(link.href)
  }

  /** Restarts at the first page (specification point 4). */
  private async navigate(href: string) {
    const requestId = ++this.requestId
    const address = new URL(href, location.href)
    for (const name of ['page', 'from']) address.searchParams.delete(name)
    if (this.search) address.searchParams.delete('letter')
    this.updateUrl(address)
    const results = this.results
    results?.setAttribute('aria-busy', 'true')
    try {
      const page = await this.fetchPage(this.withSearch(address))
      if (requestId !== this.requestId) return
      const focused = document.activeElement?.closest<HTMLElement>('[data-key]')?.dataset.key
      for (const name of ['menus', 'letters', 'results']) this.replacePart(page, `[data-part=${name}]`)
      if (focused) this.querySelector<HTMLElement>(`[data-key="${focused}"]`)?.focus()
      this.announce()
    } catch (thrown) {
      if (requestId === this.requestId) this.showError(thrown)
    }
  }

  private async loadMore(link: HTMLAnchorElement) {
    if (link.getAttribute('aria-disabled') === 'true') return
    const { requestId } = this
    const address = new URL(link.href)
    const label = link.textContent
    this.querySelector('[data-part=results] > [role=alert]')?.remove()
    link.textContent = messages.loading()
    link.setAttribute('aria-disabled', 'true')
    try {
      const nextPage = this.withSearch(address)
      nextPage.searchParams.set('from', address.searchParams.get('page') ?? '1')
      const page = await this.fetchPage(nextPage)
      if (requestId !== this.requestId) return
      const items = [...page.querySelectorAll('[data-part=results] [data-items] > *')].map((item) =>
        document.importNode(item, true),
      )
      this.querySelector('[data-items]')?.append(...items)
      const more = page.querySelector('[data-list=more]')
      if (more) link.replaceWith(document.importNode(more, true))
      else link.remove()
      this.replacePart(page, '[data-shown]')
      this.updateUrl(address)
      if (!more) (items[0] as HTMLElement | undefined)?.querySelector('a')?.focus()
      else this.querySelector<HTMLElement>('[data-list=more]')?.focus()
      this.announce()
    } catch (thrown) {
      link.textContent = label
      link.removeAttribute('aria-disabled')
      // The button below retries.
      if (requestId === this.requestId) this.showError(thrown, link)
    }
  }

  private updateUrl(address: URL) {
    const submitted = new URLSearchParams(location.search).get('search')
    address.searchParams.delete('search')
    if (submitted && submitted === this.search) address.searchParams.set('search', submitted)
    history.replaceState(history.state, '', address)
  }

  private replacePart(page: Document, selector: string) {
    const part = page.querySelector(selector)
    if (part) this.querySelector(selector)?.replaceWith(document.importNode(part, true))
  }

  private withSearch(address: URL): URL {
    const url = new URL(address)
    if (this.search) url.searchParams.set('search', this.search)
    return url
  }

  private fetchPage(address: URL): Promise<Document> {
    const key = address.href
    const cached = this.cache.get(key)
    if (cached && cached.until > Date.now()) return cached.page
    const page = fetch(address, { headers: { Accept: 'text/html' } }).then(async (response) => {
      const parsed = new DOMParser().parseFromString(await response.text(), 'text/html')
      if (!parsed.querySelector('[data-part=results]'))
        throw new Error(`the list answered ${response.status}`)
      return parsed
    })
    this.cache.set(key, { page, until: Date.now() + cacheTtl })
    page.then(
      (parsed) => parsed.querySelector('[data-failed]') && this.cache.delete(key),
      () => this.cache.delete(key),
    )
    return page
  }

  /**
   * Needs no network (specification point 8).
   * @param anchor the message goes before it, or replaces the results
   */
  private showError(thrown: unknown, anchor?: Element) {
    console.error('The list of terms could not be loaded', thrown)
    const message = this.querySelector<HTMLTemplateElement>('template[data-failure]')?.content.cloneNode(true)
    const results = this.results
    if (message && anchor) anchor.before(message)
    else if (message && results) {
      results.textContent = ''
      results.append(message)
    }
    results?.removeAttribute('aria-busy')
  }

  private announce() {
    const status = this.querySelector('[data-announce]')
    // Not the visually hidden heading.
    const text = this.querySelector('[data-shown], [data-part=results]>*>h2')?.textContent ?? ''
    if (status) status.textContent = text
  }
}

export const defineTermList = () => customElements.define('term-list', TermList)
