/** A pause of this length is the end of a swipe (milliseconds). */
const settled = 120

/**
 * `<picture-carousel><ul class="slides"><li>…`: a row that is swiped and scrolled without it. It brings the buttons, the dots and the
 * keys, and the way from the last picture to the first. It never moves by itself.
 */
class PictureCarousel extends HTMLElement {
  private at = 0
  private row!: HTMLElement
  private timer: ReturnType<typeof setTimeout> | undefined

  connectedCallback() {
    const row = this.querySelector<HTMLElement>('.slides')
    if (!row) return
    this.row = row
    const markWhenStill = () => {
      clearTimeout(this.timer)
      this.timer = setTimeout(() => this.mark(this.nearest()), settled)
    }
    row.addEventListener('scroll', markWhenStill)
    this.addEventListener('click', ({ target }) => {
      const { step, slide } = (target as Element).closest<HTMLElement>('button')?.dataset ?? {}
      if (step) this.show(this.at + Number(step))
      else if (slide) this.show(Number(slide))
    })
    this.addEventListener('keydown', (event) => {
      const to = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: -1 }[event.key]
      if (to === undefined || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      this.show(to)
    })
    // Back from another page, the row may stand where it was left. To ask at once would lay the page out once more.
    markWhenStill()
  }

  private nearest(): number {
    const [first, second] = this.row.children as unknown as HTMLElement[]
    const width = (second?.offsetLeft ?? 0) - (first?.offsetLeft ?? 0)
    return width > 0 ? Math.round(this.row.scrollLeft / width) : 0
  }

  /** @param to which one; before the first comes the last, and after the last the first */
  private show(to: number) {
    const { children } = this.row
    const from = this.at
    this.mark((to + children.length) % children.length)
    const [first, goal] = [children[0], children[this.at]] as HTMLElement[]
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches || Math.abs(this.at - from) > 1
    this.row.scrollTo({
      left: (goal?.offsetLeft ?? 0) - (first?.offsetLeft ?? 0),
      behavior: still ? 'instant' : 'smooth',
    })
  }

  private mark(at: number) {
    this.at = at
    for (const dot of this.querySelectorAll<HTMLElement>('[data-slide]'))
      dot.ariaCurrent = dot.dataset.slide === String(at) ? 'true' : null
  }
}

export const defineCarousel = () => customElements.define('picture-carousel', PictureCarousel)
