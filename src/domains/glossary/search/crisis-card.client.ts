import { helpHeading } from '../../safety/danger.contract.ts'
import { dangersIn } from '../../safety/danger-phrases.contract.ts'
import type { CrisisNumber } from './search.contract.ts'

let numbers: readonly CrisisNumber[] = []

/** @param crisis what the index brought; until then, and without one, the card leads to Resources alone */
export function setCrisisNumbers(crisis: readonly CrisisNumber[] = []): void {
  numbers = crisis
  showAll()
}

function showAll() {
  for (const input of document.querySelectorAll<HTMLInputElement>(boxes)) show(input)
}

const boxes = 'header-search input'

/**
 * Shows phone numbers above the results of the header search while its text speaks of danger. The server is not asked. This is part of
 * the search module, which is fetched when the box gets the focus, so that no page is heavier for it. The card on pages has the same
 * words (editorial/ui/help-card.tsx).
 */
export function showCrisisCard(): void {
  // What was typed before this had come.
  showAll()
  document.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement && target.matches(boxes)) show(target)
  })
  // The search closes its box on Tab; with numbers in it, they come next.
  document.addEventListener(
    'keydown',
    (event) => {
      const { key, shiftKey, target } = event
      if (key !== 'Tab' || shiftKey || !(target instanceof Element) || !target.matches(boxes)) return
      const card = resultsOf(target)?.querySelector<HTMLElement>('section')
      if (card && !card.hidden) event.stopPropagation()
    },
    true,
  )
}

const resultsOf = (input: Element) => input.closest('header-search')?.querySelector('.search-results')

function show(input: HTMLInputElement) {
  const results = resultsOf(input)
  if (!results) return
  const found = dangersIn(input.value)
  const card = results.querySelector('section') ?? results.insertBefore(emptyCard(), results.firstChild)
  const shown = `${found} ${numbers.length}`
  if (card.dataset.shown === shown) return
  card.dataset.shown = shown
  card.hidden = found.length === 0
  card.textContent = ''
  if (card.hidden) return
  const heading = add(card, 'p', helpHeading)
  // Heard at once: the count of results, which is said too, does not tell that there are numbers.
  heading.setAttribute('role', 'alert')
  heading.className = 'strong'
  heading.style.padding = '0.6rem 1rem 0.2rem'
  for (const { name, number, country, sms, for: those } of numbers) {
    if (those && !those.some((danger) => found.includes(danger))) continue
    const words = ` ${name.replace(`${number} `, '')}`
    addLink(card, `tel:${number.replace(/\D/g, '')}`, number, words, country)
    if (sms) addLink(card, `sms:${sms}`, `Text ${sms}`, words, country)
  }
  addLink(card, '/resources', 'All numbers and places that help')
}

function emptyCard(): HTMLElement {
  const card = document.createElement('section')
  card.setAttribute('aria-label', helpHeading)
  card.style.cssText = 'background: var(--color-sunk); border-bottom: 1px solid var(--color-line)'
  return card
}

/** A line as high as a finger. */
function addLink(card: HTMLElement, href: string, pressed: string, words = '', country = '') {
  const link = document.createElement('a')
  link.href = href
  link.style.minHeight = '2.75rem'
  const line = add(link, 'span', '')
  add(line, 'b', pressed).style.textDecoration = 'underline'
  line.append(words)
  if (country) add(link, 'span', country).className = 'badge'
  card.append(link)
}

function add(parent: HTMLElement, tag: string, text: string): HTMLElement {
  const part = document.createElement(tag)
  part.textContent = text
  parent.append(part)
  return part
}
