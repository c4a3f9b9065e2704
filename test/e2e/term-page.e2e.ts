import type { Locator, Page } from 'playwright'
import { beforeAll, describe, inject, test } from 'vitest'
import type { Term } from '../../src/domains/glossary/terms.contract.ts'
import { slugOf } from '../../src/domains/glossary/terms.rules.ts'
import { readAllTerms } from '../support/all-terms.ts'
import { expect, journey } from '../support/journey.ts'

const address = inject('address')
const { visit } = journey()

let all: Term[]
beforeAll(async () => {
  all = await readAllTerms(address)
})
const termOf = (slug: string) => all.find((term) => term.slug === slug) as Term
const title = (page: Page) => page.getByRole('heading', { level: 1 })

describe('A term page', () => {
  test.each(['gaslighting', 'silent-treatment'])('shows the whole term: %s', async (slug) => {
    const { page, status } = await visit(`/glossary/${slug}`)
    const term = termOf(slug)
    expect(status).toBe(200)
    await expect(title(page)).toHaveText(term.term_name)
    const main = page.getByRole('main')
    const badge = term.type === 'clinical' ? 'Clinical' : 'Community'
    await expect(main.getByText(badge, { exact: true })).toBeVisible()
    await expect(main.getByText(`Also called ${term.aliases.join(', ')}`, { exact: true })).toBeVisible()
    await expect(main.getByText(term.definition, { exact: true })).toBeVisible()
    const examples = main.getByRole('region', { name: 'Examples' }).getByRole('listitem')
    await expect(examples).toHaveText(term.examples.slice(0, 3))
    await expect(examples).toHaveCount(3)
    const tags = main.getByRole('region', { name: 'Related terms' }).getByRole('link')
    await expect(tags).toHaveText(term.tags)
  })

  test('links back to the glossary', async () => {
    const { page } = await visit('/glossary/gaslighting')
    const breadcrumb = page.getByRole('navigation', { name: 'Breadcrumb' })
    await expect(breadcrumb).toContainText('Gaslighting')
    await breadcrumb.getByRole('link', { name: 'Glossary' }).click()
    await page.waitForURL('**/glossary')
    await expect(title(page)).toHaveText('Glossary')
  })

  test.each([
    ['gaslighting', 'Clinical', 'blue', isBlue],
    ['silent-treatment', 'Community', 'amber', isAmber],
  ] as const)('shows the type of %s, %s, in %s in both themes', async (slug, word, _, isRight) => {
    const { page } = await visit(`/glossary/${slug}`)
    const badge = page.getByRole('main').getByText(word, { exact: true })
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const color of await colorsOf(badge)) expect(isRight(color), `${colorScheme}: ${color}`).toBe(true)
    }
  })

  test('has tags that each link to a term', async () => {
    const slugs = new Set(all.map((term) => term.slug))
    const { page } = await visit('/glossary/silent-treatment')
    const tags = page.getByRole('region', { name: 'Related terms' }).getByRole('link')
    const hrefs = await tags.evaluateAll((links) => links.map((link) => link.getAttribute('href')))
    expect(hrefs).toEqual(termOf('silent-treatment').tags.map((tag) => `/glossary/${slugOf(tag)}`))
    for (const href of hrefs) expect(slugs).toContain(href?.replace('/glossary/', ''))
    await tags.first().click()
    await expect(title(page)).toHaveText(termOf('silent-treatment').tags[0] as string)
  })

  test('links to the next and the previous term; the first and the last term have one link', async () => {
    const [first, second, third] = all as [Term, Term, Term]
    const { page } = await visit(`/glossary/${first.slug}`)
    const neighbours = page.getByRole('navigation', { name: 'Terms before and after' }).getByRole('link')
    await expect(neighbours).toHaveText([`Next term: ${second.term_name}`])
    await neighbours.click()
    await expect(title(page)).toHaveText(second.term_name)
    await expect(neighbours).toHaveText([
      `Previous term: ${first.term_name}`,
      `Next term: ${third.term_name}`,
    ])
    await neighbours.first().click()
    await expect(title(page)).toHaveText(first.term_name)
    await page.goto(`/glossary/${all.at(-1)?.slug}`)
    await expect(neighbours).toHaveText([`Previous term: ${all.at(-2)?.term_name}`])
  })

  test('copies its link to the clipboard without query parameters, and confirms it', async () => {
    const { page } = await visit('/glossary/gaslighting?from=somewhere', {
      before: (page) => page.context().grantPermissions(['clipboard-read', 'clipboard-write']),
    })
    const said = page.locator('copy-link').getByRole('status')
    await expect(said).toHaveText('')
    await page.getByRole('button', { name: 'Copy link', exact: true }).click()
    await expect(said).toHaveText('Link copied')
    // The button keeps its name.
    await expect(page.getByRole('button', { name: 'Copy link', exact: true })).toBeFocused()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(`${address}/glossary/gaslighting`)
  })

  test('shows an error when the browser denies clipboard access', async () => {
    const { page } = await visit('/glossary/gaslighting', {
      before: (page) =>
        page.addInitScript(() => {
          navigator.clipboard.writeText = () => Promise.reject(new DOMException('refused', 'NotAllowedError'))
        }),
    })
    await page.getByRole('button', { name: 'Copy link' }).click()
    await expect(page.locator('copy-link').getByRole('status')).toHaveText('Copying is not allowed here')
  })

  test('prints only its text', async () => {
    const { page } = await visit('/glossary/gaslighting', { colorScheme: 'dark' })
    await page.emulateMedia({ media: 'print' })
    for (const region of [
      'banner',
      'contentinfo',
      'navigation',
      'complementary',
      'button',
      'textbox',
    ] as const) {
      for (const part of await page.getByRole(region, { includeHidden: true }).all())
        await expect(part).toBeHidden()
    }
    const term = termOf('gaslighting')
    for (const text of [term.definition, ...term.examples.slice(0, 3)])
      await expect(page.getByText(text, { exact: true })).toBeVisible()
    const [color, paper] = await page.evaluate(() => {
      const style = getComputedStyle(document.documentElement)
      return [style.color, style.backgroundColor]
    })
    expect([color, paper]).toEqual(['rgb(0, 0, 0)', 'rgb(255, 255, 255)'])
  })
})

describe('For search engines', () => {
  test('a term page has a DefinedTerm, a canonical URL, a title and a description', async () => {
    const { page } = await visit('/glossary/silent-treatment/?utm=1')
    const term = termOf('silent-treatment')
    await expect(page).toHaveTitle('Silent Treatment: meaning and examples · Unfog')
    const data = JSON.parse((await page.locator('script[type="application/ld+json"]').textContent()) ?? '')
    expect(data).toMatchObject({
      '@context': 'https://schema.org',
      '@type': 'DefinedTerm',
      name: 'Silent Treatment',
      alternateName: term.aliases,
      description: term.definition,
      inDefinedTermSet: { '@type': 'DefinedTermSet' },
    })
    const canonical = await page.locator('link[rel=canonical]').getAttribute('href')
    expect(new URL(canonical ?? '').pathname).toBe('/glossary/silent-treatment')
    expect(data.url).toBe(canonical)
    const description = await page.locator('meta[name=description]').getAttribute('content')
    expect(term.definition).toContain(description)
    expect(await page.locator('meta[property="og:title"]').getAttribute('content')).toBe(await page.title())
    expect(await page.locator('meta[name=robots]').count()).toBe(0)
  })

  test('every term page responds with the name of its term', async () => {
    for (const term of all) {
      const response = await fetch(`${address}/glossary/${term.slug}`)
      const html = await response.text()
      expect(response.status, term.slug).toBe(200)
      expect(html, term.slug).toContain(`/glossary/${term.slug}"`)
    }
  })
})

describe('An unknown term', () => {
  test('gets a 404 page that leads to the glossary', async () => {
    const { page, status, consoleErrors } = await visit('/glossary/no-such-word')
    expect(status).toBe(404)
    await expect(title(page)).toHaveText('Term Not Found')
    await expect(page.getByText("This term doesn't exist yet.", { exact: true })).toBeVisible()
    await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex')
    expect(consoleErrors.filter((text) => !text.includes('status of 404'))).toEqual([])
    await page.getByRole('link', { name: 'Back to Glossary' }).click()
    await expect(title(page)).toHaveText('Glossary')
  })

  test.each(['Not%20A%20Slug', '%3Cscript%3Ealert(1)%3C%2Fscript%3E'])(
    'gets a 404 page without its text as markup: %s',
    async (slug) => {
      const response = await fetch(`${address}/glossary/${slug}`)
      expect(response.status).toBe(404)
      const html = await response.text()
      expect(html).toContain('Term Not Found')
      expect(html).not.toContain('<script>alert')
    },
  )
})

type Color = [red: number, green: number, blue: number]

/** The text and background colors of an element, in sRGB. */
async function colorsOf(element: Locator): Promise<Color[]> {
  return element.evaluate((node) => {
    const { color, backgroundColor } = getComputedStyle(node)
    const canvas = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D
    return [color, backgroundColor].map((paint) => {
      canvas.fillStyle = paint
      canvas.fillRect(0, 0, 1, 1)
      return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3) as Color
    })
  })
}

const isBlue = ([red, green, blue]: Color) => blue > green && green > red
const isAmber = ([red, green, blue]: Color) => red > green && green > blue
