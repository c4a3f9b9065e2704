import { readFileSync } from 'node:fs'
import { inject, test } from 'vitest'
import { parse } from 'yaml'
import type { HelpLinesByNeed } from '../../src/domains/crisis/help-lines-by-need.contract.ts'
import { overflowingElements, smallTargets } from '../support/a11y-checks.ts'
import { expectAccessible } from '../support/browser.ts'
import { box } from '../support/header-search.ts'
import { expect, journey } from '../support/journey.ts'

const address = inject('address')
const { visit } = journey()
const { needs, lines }: HelpLinesByNeed = parse(readFileSync('content/help-lines-by-need.yaml', 'utf8'))

test('Resources leads to the lines for each need, and back', async () => {
  const { page } = await visit('/resources', { javaScript: false, width: 360 })
  const links = page.getByRole('navigation', { name: 'Lines for a person or a need' }).getByRole('link')
  expect(await links.allTextContents()).toEqual(needs.map(({ name }) => name))
  await links.getByText('LGBTQ+').click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Help lines for LGBTQ+ people')
  await expect(links.and(page.locator('[aria-current=page]'))).toHaveText('LGBTQ+')
  await page.getByRole('main').getByRole('link', { name: 'All crisis numbers' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Resources')
})

test.each(needs)('The lines for $code work at 360 px, and are accessible', async ({ code, title, text }) => {
  const { page, status, consoleErrors } = await visit(`/resources/${code}`, { width: 360 })
  expect(status).toBe(200)
  await expect(page).toHaveTitle(new RegExp(`^${RegExp.escape(title)} · `))
  await expect(page.locator('meta[name=description]')).toHaveAttribute('content', text)
  expect(await overflowingElements(page)).toEqual([])
  expect(await smallTargets(page)).toEqual([])
  await expectAccessible(page)
  expect(consoleErrors).toEqual([])
})

test('The lines for every need are there without JavaScript, each with a way to reach it', async () => {
  const { page } = await visit('/resources/deaf', { javaScript: false, width: 360 })
  for (const { code, title } of needs) {
    await page.goto(`/resources/${code}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(title)
    await expect(page.getByRole('button', { name: /Quick Hide/ })).toBeVisible()
    const cards = await page.locator('.cards > li').evaluateAll((all) =>
      all.map((card) => ({
        name: card.querySelector('h3')?.textContent,
        links: card.querySelectorAll('a').length,
      })),
    )
    const own = lines.filter(({ need }) => need.includes(code)).map(({ name }) => name)
    expect(cards.map(({ name }) => name)).toEqual(expect.arrayContaining(own))
    expect(cards.filter(({ links }) => links === 0)).toEqual([])
  }
})

test('A line says who answers, how, when, what it costs and when it was checked', async () => {
  const { page } = await visit('/resources/older-adults')
  const card = page.getByRole('listitem').filter({ hasText: 'The Silver Line' })
  await expect(card.getByRole('link', { name: '0800 4 70 80 90' })).toHaveAttribute('href', 'tel:08004708090')
  await expect(card).toContainText('By phone, 24 hours a day · Free')
  await expect(card).toContainText('anyone aged 55 or over')
  await expect(card).toContainText('Checked in November 2026')
  await page.goto('/resources/deaf')
  const hotline = page.getByRole('listitem').filter({ hasText: 'The Deaf Hotline' })
  await expect(hotline.getByRole('link', { name: 'Videophone 1-855-812-1001' })).toHaveAttribute(
    'href',
    'tel:18558121001',
  )
})

test('An unknown need shows the page for unknown addresses', async () => {
  const { page, status } = await visit('/resources/no-such-need')
  expect(status).toBe(404)
  const unknown = await (await fetch(`${address}/no/such/page`)).text()
  const heading = await page.getByRole('heading', { level: 1 }).textContent()
  expect(unknown).toContain(heading)
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
})

test('The card of a search loads none of these lines', async () => {
  const { page } = await visit('/mission')
  const loaded = page.waitForResponse(/crisis-data/)
  await box(page).fill('kill myself')
  const data = await (await loaded).text()
  expect(data).toContain('StrongHearts Native Helpline')
  for (const { name } of lines.filter(({ name }) => name.length > 10)) expect(data).not.toContain(`"${name}"`)
  expect(data).not.toMatch(/Videophone|sexual-violence/)
})
