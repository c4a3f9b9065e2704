import type { Danger } from './danger.contract.ts'
import { setHelpLines, showHelpLines } from './help-lines.client.ts'
import * as messages from './messages.en.yaml'

/** For when the phrases do not load. Broader than they are: a false alarm costs a glance. */
const worstWords =
  /\b(?:kill|suicid|murder|strang|chok|rape|raping|kms|unalive|end it all|want to die|gun|knife|stab|weapon|bleed)/i

const inputSelector = 'header-search input'
const stepsPerTask = 15
let dangersInSearch: (text: string, firstTerm: string | undefined) => readonly Danger[] = () => []

const data = import('./crisis-data.client.ts').then((loaded) => {
  setHelpLines(loaded.lines)
  return loaded
})

/** Fills a `help-lines` element of a page. @throws when the lines do not load */
export async function fillHelpLines(element: HTMLElement): Promise<void> {
  await data
  showHelpLines(element, (element.dataset.dangers ?? '').split(' ') as Danger[])
}

/** Shows crisis lines above the header search's results, without asking the server, as ui/help-card.tsx does on pages. */
export function showCrisisCard(): void {
  const ready = (find: typeof dangersInSearch) => {
    dangersInSearch = find
    // The user may have typed before it loaded.
    for (const input of document.querySelectorAll<HTMLInputElement>(inputSelector)) update(input)
  }
  data.then(
    (loaded) => {
      ready(loaded.dangersInSearch)
      runInSteps(loaded.prepare())
    },
    () => ready((text) => (worstWords.test(text) ? ['suicide', 'violence', 'rape'] : [])),
  )
  // `results` comes from the search, whose first term may tell of a danger.
  for (const event of ['input', 'results'])
    document.addEventListener(event, ({ target }) => {
      if (target instanceof HTMLInputElement && target.matches(inputSelector)) update(target)
    })
  // The search closes its box on Tab, which must reach the numbers.
  document.addEventListener(
    'keydown',
    (event) => {
      const { key, shiftKey, target } = event
      if (key !== 'Tab' || shiftKey || !(target instanceof Element) || !target.matches(inputSelector)) return
      const card = resultsOf(target)?.querySelector<HTMLElement>('section')
      if (card && !card.hidden) event.stopPropagation()
    },
    true,
  )
}

/** About 10 ms a task on a slow phone, so that typing is not blocked. */
function runInSteps(steps: Generator<void>) {
  for (let step = 0; step < stepsPerTask; step++) if (steps.next().done) return
  setTimeout(runInSteps, 0, steps)
}

const resultsOf = (input: Element) => input.closest('header-search')?.querySelector('.search-results')

function update(input: HTMLInputElement) {
  const results = resultsOf(input)
  if (!results) return
  const first = results.querySelector<HTMLAnchorElement>('[role=option]')?.href.split('/').pop()
  const dangers = input.value.trim() ? dangersInSearch(input.value, first) : []
  const card = results.querySelector('section') ?? results.insertBefore(emptyCard(), results.firstChild)
  const key = String(dangers)
  if (card.dataset.shown === key) return
  card.dataset.shown = key
  card.hidden = dangers.length === 0
  card.textContent = ''
  if (card.hidden) return
  const heading = document.createElement('p')
  // The result count says nothing about the numbers.
  heading.setAttribute('role', 'alert')
  heading.className = 'strong'
  heading.textContent = messages.reachSomeone()
  const lines = document.createElement('div')
  showHelpLines(lines, dangers)
  const more = document.createElement('a')
  more.href = '/resources'
  more.className = 'help-more'
  more.textContent = messages.allNumbers()
  card.append(heading, ...quickHide(), lines, more)
}

function emptyCard(): HTMLElement {
  const card = document.createElement('section')
  card.className = 'help-card'
  card.setAttribute('aria-label', messages.reachSomeone())
  return card
}

/** A copy works like the page's own. */
function quickHide(): Node[] {
  const copy = document.querySelector('quick-hide')?.cloneNode(true) as Element | undefined
  copy?.setAttribute('class', 'quick-hide quick-hide-inline')
  return copy ? [copy] : []
}
