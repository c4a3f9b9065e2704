/** A swipe ends after this long without scrolling (milliseconds). */
const settleDelay = 120

/** Without JavaScript, `.slides` is a scrollable row. */
class PictureCarousel extends HTMLElement {
  private index = 0
  private row!: HTMLElement
  private timer: ReturnType<typeof setTimeout> | undefined

  connectedCallback() {
    const row = this.querySelector<HTMLElement>('.slides')
    if (!row) return
    this.row = row
    const markWhenSettled = () => {
      clearTimeout(this.timer)
      this.timer = setTimeout(() => this.mark(this.nearest()), settleDelay)
    }
    row.addEventListener('scroll', markWhenSettled)
    this.addEventListener('click', ({ target }) => {
      const { step, slide } = (target as Element).closest<HTMLElement>('button')?.dataset ?? {}
      if (step) this.show(this.index + Number(step))
      else if (slide) this.show(Number(slide))
    })
    this.addEventListener('keydown', (event) => {
      const forward = getComputedStyle(this).direction === 'rtl' ? -1 : 1
      const to = { ArrowLeft: this.index - forward, ArrowRight: this.index + forward, Home: 0, End: -1 }[
        event.key
      ]
      if (to === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      this.show(to)
    })
    // Reading the restored position immediately would force a layout.
    markWhenSettled()
  }

  private nearest(): number {
    const [first, second] = this.row.children as unknown as HTMLElement[]
    // Both are negative from right to left.
    const width = (second?.offsetLeft ?? 0) - (first?.offsetLeft ?? 0)
    return width ? Math.round(this.row.scrollLeft / width) : 0
  }

  /** One past either end wraps around. */
  private show(to: number) {
    const { children } = this.row
    const from = this.index
    this.mark((to + children.length) % children.length)
    const [first, goal] = [children[0], children[this.index]] as HTMLElement[]
    const isInstant =
      matchMedia('(prefers-reduced-motion: reduce)').matches || Math.abs(this.index - from) > 1
    this.row.scrollTo({
      left: (goal?.offsetLeft ?? 0) - (first?.offsetLeft ?? 0),
      behavior: isInstant ? 'instant' : 'smooth',
    })
  }

  private mark(index: number) {
    this.index = index
    for (const dot of this.querySelectorAll<HTMLElement>('[data-slide]'))
      dot.ariaCurrent = dot.dataset.slide === String(index) ? 'true' : null
  }
}

export const defineCarousel = () => customElements.define('picture-carousel', PictureCarousel)
