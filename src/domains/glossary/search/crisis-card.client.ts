import type { Danger } from '../../safety/danger.contract.ts'
import * as messages from '../messages.en.yaml'
import type { CrisisNumber } from './search.contract.ts'

let numbers: readonly CrisisNumber[] = []
let dangersIn: (text: string) => readonly Danger[] = () => []

/** Sets the numbers; until then, the card only links to Resources. */
export function setCrisisNumbers(crisis: readonly CrisisNumber[] = []): void {
  numbers = crisis
  updateAll()
}

function updateAll() {
  for (const input of document.querySelectorAll<HTMLInputElement>(inputSelector)) update(input)
}

const inputSelector = 'header-search input'

/**
 * Shows crisis numbers above the header search's results, without asking the server. The text matches
 * editorial/ui/help-card.tsx.
 */
export function showCrisisCard(): void {
  // A file of its own, because results need not wait for the phrases. The user may type before it loads.
  import('./danger-phrases.contract.ts').then(
    (phrases) => {
      dangersIn = phrases.dangersIn
      updateAll()
    },
    // The search works without them; the list of terms shows the card from the server.
    () => {},
  )
  document.addEventListener('input', ({ target }) => {
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

const resultsOf = (input: Element) => input.closest('header-search')?.querySelector('.search-results')

function update(input: HTMLInputElement) {
  const results = resultsOf(input)
  if (!results) return
  const dangers = dangersIn(input.value)
  const card = results.querySelector('section') ?? results.insertBefore(emptyCard(), results.firstChild)
  const key = `${dangers} ${numbers.length}`
  if (card.dataset.shown === key) return
  card.dataset.shown = key
  card.hidden = dangers.length === 0
  card.textContent = ''
  if (card.hidden) return
  const heading = add(card, 'p', messages.reachSomeone())
  // The result count says nothing about the numbers.
  heading.setAttribute('role', 'alert')
  heading.className = 'strong'
  heading.style.padding = '0.6rem 1rem 0.2rem'
  for (const { name, number, country, sms, for: covered } of numbers) {
    if (covered && !covered.some((danger) => dangers.includes(danger))) continue
    const label = ` ${name.replace(`${number} `, '')}`
    addLink(card, `tel:${number.replace(/\D/g, '')}`, number, label, country)
    if (sms) addLink(card, `sms:${sms}`, messages.textNumber({ number: sms }), label, country)
  }
  addLink(card, '/resources', messages.allNumbers())
}

function emptyCard(): HTMLElement {
  const card = document.createElement('section')
  card.setAttribute('aria-label', messages.reachSomeone())
  card.style.cssText = 'background: var(--color-sunk); border-bottom: 1px solid var(--color-line)'
  return card
}

/** A touch target of 44 px. */
function addLink(card: HTMLElement, href: string, linkText: string, label = '', country = '') {
  const link = document.createElement('a')
  link.href = href
  link.style.minHeight = '2.75rem'
  const line = add(link, 'span', '')
  add(line, 'b', linkText).style.textDecoration = 'underline'
  line.append(label)
  if (country) add(link, 'span', country).className = 'badge'
  card.append(link)
}

function add(parent: HTMLElement, tag: string, text: string): HTMLElement {
  const element = document.createElement(tag)
  element.textContent = text
  parent.append(element)
  return element
}
