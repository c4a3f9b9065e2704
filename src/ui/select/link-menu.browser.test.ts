import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import { defineLinkMenu } from './link-menu.element.ts'

beforeAll(defineLinkMenu)

beforeEach(() => {
  document.body.innerHTML = `
    <link-menu><details><summary>Sort</summary><ul>
      <li><a href="#one">One</a></li><li><a href="#two">Two</a></li>
    </ul></details></link-menu><button>elsewhere</button>`
})
afterEach(() => {
  document.body.innerHTML = ''
})

const details = () => document.querySelector('details') as HTMLDetailsElement
const summary = () => document.querySelector('summary') as HTMLElement

test('The menu opens on a click and closes when an item is chosen', async () => {
  await userEvent.click(summary())
  expect(details().open).toBe(true)
  await userEvent.click(document.querySelector('a') as Element)
  expect(details().open).toBe(false)
})

test('The menu closes on a click outside', async () => {
  await userEvent.click(summary())
  await userEvent.click(document.querySelector('button') as Element)
  expect(details().open).toBe(false)
})

test('The menu closes on Escape and returns the focus to the summary', async () => {
  summary().focus()
  await userEvent.keyboard('{Enter}{ArrowDown}')
  expect(document.activeElement?.textContent).toBe('One')
  await userEvent.keyboard('{Escape}')
  expect(details().open).toBe(false)
  expect(document.activeElement).toBe(summary())
})

test('The arrow keys wrap around from the last item to the first, and back', async () => {
  summary().focus()
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowDown}')
  expect(document.activeElement?.textContent).toBe('One')
  await userEvent.keyboard('{ArrowUp}')
  expect(document.activeElement?.textContent).toBe('Two')
})
