/** Specification point 9: a pause of 300 ms before a search, answers fresh for two minutes. */
const pause = 300
const keepFor = 2 * 60_000

/**
 * Makes the list of `/glossary` change in place. Everything in it is a link or a form that works without this; the element
 * fetches the page that the link leads to and puts its parts here, so that the server's words are the only ones.
 *
 * Filter, sort, letter and page live in the address; search text only when the form itself is submitted (safety point 23). Submitted
 * text stays there for as long as the box has it, so that a reload finds it.
 */
class TermList extends HTMLElement {
  private kept = new Map<string, { page: Promise<Document>; until: number }>()
  private timer: ReturnType<typeof setTimeout> | undefined
  private asked = 0

  connectedCallback() {
    const look = () => {
      clearTimeout(this.timer)
      this.timer = setTimeout(
        () => this.change(document.documentElement.dataset.path ?? location.href),
        pause,
      )
    }
    this.addEventListener('input', look)
    this.addEventListener('click', (event) => this.onClick(event))
    // What was typed before this had come, late on a bad line.
    if (this.box && this.box.value !== this.box.defaultValue) look()
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
    // A letter and a search exclude each other, as in the links and the form themselves.
    if (link.dataset.list === 'letter' && this.box) this.box.value = ''
    if (link.dataset.list === 'more') this.loadMore(link)
    else this.change(link.href)
  }

  /** Any change of search, filter or sort starts again at the first page (specification point 4). */
  private async change(href: string) {
    const asked = ++this.asked
    const address = new URL(href, location.href)
    for (const name of ['page', 'from']) address.searchParams.delete(name)
    if (this.search) address.searchParams.delete('letter')
    this.show(address)
    const results = this.results
    results?.setAttribute('aria-busy', 'true')
    try {
      const page = await this.fetchPage(this.withSearch(address))
      if (asked !== this.asked) return
      const focused = this.keyOfFocus()
      for (const name of ['menus', 'letters', 'results']) this.take(page, `[data-part=${name}]`)
      if (focused) this.querySelector<HTMLElement>(`[data-key="${focused}"]`)?.focus()
      this.announce()
    } catch (thrown) {
      if (asked === this.asked) this.fail(thrown)
    }
  }

  private async loadMore(link: HTMLAnchorElement) {
    if (link.getAttribute('aria-disabled') === 'true') return
    const asked = this.asked
    const address = new URL(link.href)
    const label = link.textContent
    this.querySelector('[data-part=results] > [role=alert]')?.remove()
    link.textContent = 'Loading...'
    link.setAttribute('aria-disabled', 'true')
    try {
      const alone = this.withSearch(address)
      alone.searchParams.set('from', address.searchParams.get('page') ?? '1')
      const page = await this.fetchPage(alone)
      if (asked !== this.asked) return
      const items = [...page.querySelectorAll('[data-part=results] [data-items] > *')].map((item) =>
        document.importNode(item, true),
      )
      this.querySelector('[data-items]')?.append(...items)
      const more = page.querySelector('[data-list=more]')
      if (more) link.replaceWith(document.importNode(more, true))
      else link.remove()
      this.take(page, '[data-shown]')
      this.show(address)
      if (!more) (items[0] as HTMLElement | undefined)?.querySelector('a')?.focus()
      else this.querySelector<HTMLElement>('[data-list=more]')?.focus()
      this.announce()
    } catch (thrown) {
      link.textContent = label
      link.removeAttribute('aria-disabled')
      // What was already there stays: only the message comes, above the button that tries again.
      if (asked === this.asked) this.fail(thrown, (words) => link.before(words))
    }
  }

  private show(address: URL) {
    const submitted = new URLSearchParams(location.search).get('search')
    address.searchParams.delete('search')
    if (submitted && submitted === this.search) address.searchParams.set('search', submitted)
    history.replaceState(history.state, '', address)
  }

  /** Puts a part of another page in the place of ours. */
  private take(page: Document, part: string) {
    const fresh = page.querySelector(part)
    if (fresh) this.querySelector(part)?.replaceWith(document.importNode(fresh, true))
  }

  private withSearch(address: URL): URL {
    const full = new URL(address)
    if (this.search) full.searchParams.set('search', this.search)
    return full
  }

  private fetchPage(address: URL): Promise<Document> {
    const key = address.href
    const present = this.kept.get(key)
    if (present && present.until > Date.now()) return present.page
    const page = fetch(address, { headers: { Accept: 'text/html' } }).then(async (response) => {
      const read = new DOMParser().parseFromString(await response.text(), 'text/html')
      if (!read.querySelector('[data-part=results]')) throw new Error(`the list answered ${response.status}`)
      return read
    })
    this.kept.set(key, { page, until: Date.now() + keepFor })
    page.then(
      (read) => read.querySelector('[data-failed]') && this.kept.delete(key),
      () => this.kept.delete(key),
    )
    return page
  }

  /** The message of the server's own template: it is there before the network goes (specification point 8). */
  private fail(thrown: unknown, show?: (words: Node) => void) {
    console.error('The list of terms could not be loaded', thrown)
    const words = this.querySelector<HTMLTemplateElement>('template[data-failure]')?.content.cloneNode(true)
    const results = this.results
    if (words && show) show(words)
    else if (words && results) {
      results.textContent = ''
      results.append(words)
    }
    results?.removeAttribute('aria-busy')
  }

  private announce() {
    const status = this.querySelector('[data-announce]')
    // Not what heads the list for ears alone: how many there are, or that there are none.
    const words = this.querySelector('[data-shown], [data-part=results]>*>h2')?.textContent ?? ''
    if (status) status.textContent = words
  }

  private keyOfFocus(): string | undefined {
    return document.activeElement?.closest<HTMLElement>('[data-key]')?.dataset.key
  }
}

export const defineTermList = () => customElements.define('term-list', TermList)
