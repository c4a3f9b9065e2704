import countriesOfFile from '../../../content/help-lines.yaml?key=countries'
import { browserTimeZone } from '../../ui/local-date/time-zone.ts'
import type { Danger } from './danger.contract.ts'
import { type CardLine, cardLines, guessCountry } from './help-lines.contract.ts'
import type { HelpLine, HelpLines } from './help-lines-file.contract.ts'
import * as messages from './messages.en.yaml'

const countries = countriesOfFile as HelpLines['countries']
const countryKey = 'unfogCountry'

let lines: readonly HelpLine[] = []
/** A choice that cannot be stored lasts as long as the page. */
let chosen = ''

/** Sets the lines beside the emergency numbers, once they have loaded. */
export function setHelpLines(loaded: readonly HelpLine[]): void {
  lines = loaded
}

/** Fills an element with the emergency number and the lines of the reader's country, and a menu of countries. */
export function showHelpLines(element: HTMLElement, dangers: readonly Danger[]): void {
  const code = currentCountry()
  const list = document.createElement('ul')
  list.className = 'help-lines'
  for (const line of cardLines({ countries, lines }, code, dangers)) addLine(list, line)
  const current = element.querySelector('ul')
  if (current) current.replaceWith(list)
  else
    element.append(
      list,
      countryMenu(code, () => showHelpLines(element, dangers)),
    )
}

function currentCountry(): string {
  try {
    if (!chosen) chosen = localStorage.getItem(countryKey) ?? ''
  } catch {}
  const isKnown = countries.some(({ code }) => code === chosen)
  return isKnown ? chosen : guessCountry(browserTimeZone(), navigator.language, countries)
}

function choose(code: string) {
  chosen = code
  try {
    localStorage.setItem(countryKey, code)
  } catch {}
}

function countryMenu(code: string, onChange: () => void): HTMLElement {
  const label = document.createElement('label')
  label.className = 'help-country no-print'
  const select = document.createElement('select')
  for (const country of countries) select.add(new Option(country.name, country.code))
  select.value = code
  select.addEventListener('change', () => {
    choose(select.value)
    onChange()
  })
  label.append(messages.country(), select)
  return label
}

/** As in ui/help-card.tsx. */
function addLine(list: HTMLElement, { name, limits, links }: CardLine) {
  const item = list.appendChild(document.createElement('li'))
  add(item, 'span', `${name} `)
  for (const { href, label } of links) {
    const link = add(item, 'a', label, 'chip') as HTMLAnchorElement
    link.href = href
    if (!href.startsWith('https:')) continue
    link.target = '_blank'
    link.rel = 'noreferrer noopener'
    add(link, 'span', ` ${messages.opensNewTab()}`, 'visually-hidden')
  }
  if (limits) add(item, 'span', limits, 'text-muted')
}

function add(parent: HTMLElement, tag: string, text: string, className = ''): HTMLElement {
  const element = document.createElement(tag)
  element.textContent = text
  element.className = className
  return parent.appendChild(element)
}
