import type { Page } from 'playwright'
import { beforeAll, describe, inject, test } from 'vitest'
import { expect } from '../support/journey.ts'
import { hydrated, usersOf } from '../support/private-area.ts'
import { ask } from '../support/request.ts'
import { withoutTour } from '../support/screens.ts'

const area = usersOf(() => ({ address: inject('address') }))

/** Width and height of a sheet in CSS pixels, printed without margins. */
const sheets = { A4: [794, 1123], Letter: [816, 1056] } as const

/** Each sheet, orientation and scale, together with each of the others once. */
const papers = [
  { format: 'A4', landscape: false, scale: 1 },
  { format: 'A4', landscape: true, scale: 0.7 },
  { format: 'Letter', landscape: false, scale: 0.7 },
  { format: 'Letter', landscape: true, scale: 1 },
] as const
type Paper = (typeof papers)[number]

async function pagesOf(page: Page, paper: Paper): Promise<number> {
  const pdf = await page.pdf(paper)
  return [...pdf.toString('latin1').matchAll(/\/Type\s*\/Page\b/g)].length
}

/** The width of a page on this paper, and that of its widest text. */
async function widths(page: Page, { format, landscape, scale }: Paper) {
  const [width, height] = sheets[format]
  await page.setViewportSize({ width: Math.round((landscape ? height : width) / scale), height: 1000 })
  await page.emulateMedia({ media: 'print' })
  const text = await page.evaluate(() =>
    Math.max(...[...document.querySelectorAll('main :is(p, li)')].map((each) => each.clientWidth)),
  )
  return { paper: page.viewportSize()?.width ?? 0, text }
}

/** Expects lines as wide as the paper, or as the longest readable line. */
async function expectWholeColumn(page: Page) {
  for (const paper of papers) {
    const { paper: width, text } = await widths(page, paper)
    for (const aside of await page.locator('.glossary-columns > *').all())
      expect((await aside.boundingBox())?.width).toBeGreaterThan(0.65 * width)
    expect(text, `${page.url()} on ${JSON.stringify(paper)}`).toBeGreaterThanOrEqual(
      Math.min(0.75 * width, 500),
    )
  }
}

/** Expects that no print setup takes more than about twice the pages of A4 in portrait. */
async function expectFewPages(page: Page) {
  const counts: number[] = []
  for (const paper of papers) counts.push(await pagesOf(page, paper))
  const [upright = 0, ...others] = counts
  for (const count of others) expect(count).toBeLessThanOrEqual(2 * upright + 1)
  return upright
}

describe('A printed public page', () => {
  test.each([
    ...['/glossary', '/glossary/gaslighting', '/terms', '/staying-safe', '/resources'],
    ...['/resources/lgbtq', '/contact', '/comparing-scripts'],
  ])('is as wide as the paper on A4 and Letter, in both orientations and at 70%: %s', async (path) => {
    const { page } = await area.visit(path)
    await expectFewPages(page)
    await expectWholeColumn(page)
    for (const gone of ['button', 'search', 'banner', 'contentinfo'] as const)
      for (const part of await page.getByRole(gone, { includeHidden: true }).all())
        await expect(part).toBeHidden()
  })

  test.each(['/demo/home', '/demo/connections'])('is as wide as the paper: %s', async (path) => {
    const { page } = await area.visit(path, { before: withoutTour })
    await expectFewPages(page)
    await expectWholeColumn(page)
  })
})

describe('A printed journal page', () => {
  const content = Array.from({ length: 120 }, (_, day) => `Day ${day}. ${'And some words more. '.repeat(20)}`)
  let person: Awaited<ReturnType<typeof area.createUser>>
  let connection = ''
  beforeAll(async () => {
    person = await area.createUser()
    for (const text of ['A short one', content.join('\n\n')]) {
      const answer = await ask(area.address, '/api/journal-entries', {
        method: 'POST',
        headers: {
          'Sec-Fetch-Site': 'same-origin',
          'Content-Type': 'application/json',
          Cookie: person.otherCookie,
        },
        body: JSON.stringify({ content: text, linked_term_id: null }),
      })
      connection = `/dashboard/connections/${JSON.parse(answer.body.toString()).id}`
    }
  })

  test('shows the whole text of a Connection and of its form, as wide as the paper', async () => {
    const { page } = await area.signIn(person.email, connection)
    const pages = await expectFewPages(page)
    expect(pages).toBeGreaterThan(5)
    await expectWholeColumn(page)
    await page.emulateMedia({ media: null })
    await page.goto(`${connection}/edit`)
    await hydrated(page)
    const inForm = await expectFewPages(page)
    expect(Math.abs(inForm - pages)).toBeLessThanOrEqual(1)
    // The copy for printing has been removed.
    await expect(page.locator('.printed-text')).toHaveCount(0)
    await expect(page.getByRole('textbox', { name: 'What do you want to write down?' })).toHaveValue(
      content.join('\n\n'),
    )
  })

  test('is as wide as the paper, whatever it shows', async () => {
    const { page } = await area.signIn(person.email)
    for (const path of ['', '/connections', '/glossary', '/glossary/gaslighting']) {
      await page.emulateMedia({ media: null })
      await page.goto(`/dashboard${path}`)
      await hydrated(page)
      await expectFewPages(page)
      await expectWholeColumn(page)
    }
  })
})
