import { helpHeading } from '../../safety/danger.contract.ts'
import { dangersIn } from '../../safety/danger-phrases.contract.ts'
import type { CrisisNumber } from './search.contract.ts'

let numbers: readonly CrisisNumber[] = []

/** @param crisis from the index; until it loads, the card only links to Resources */
export function setCrisisNumbers(crisis: readonly CrisisNumber[] = []): void {
  numbers = crisis
  updateAll()
}

function updateAll() {
  for (const input of document.querySelectorAll<HTMLInputElement>(inputSelector)) update(input)
}

const inputSelector = 'header-search input'

/**
 * Shows crisis numbers above the results of the header search while its text suggests danger. Nothing is sent to the server. The code
 * is in the search module, which loads on focus, so pages carry none of it. The text matches editorial/ui/help-card.tsx.
 */
export function showCrisisCard(): void {
  // The user may have typed before this loaded.
  updateAll()
  document.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement && target.matches(inputSelector)) update(target)
  })
  // The search closes its box on Tab. Keep it open while it shows numbers, so that Tab reaches them.
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
  const heading = add(card, 'p', helpHeading)
  // Announce it: the result count says nothing about the numbers.
  heading.setAttribute('role', 'alert')
  heading.className = 'strong'
  heading.style.padding = '0.6rem 1rem 0.2rem'
  for (const { name, number, country, sms, for: covered } of numbers) {
    if (covered && !covered.some((danger) => dangers.includes(danger))) continue
    const label = ` ${name.replace(`${number} `, '')}`
    addLink(card, `tel:${number.replace(/\D/g, '')}`, number, label, country)
    if (sms) addLink(card, `sms:${sms}`, `Text ${sms}`, label, country)
  }
  addLink(card, '/resources', 'All numbers and places that help')
}

function emptyCard(): HTMLElement {
  const card = document.createElement('section')
  card.setAttribute('aria-label', helpHeading)
  card.style.cssText = 'background: var(--color-sunk); border-bottom: 1px solid var(--color-line)'
  return card
}

/** Adds a link of 44 px height, a comfortable touch target. */
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
