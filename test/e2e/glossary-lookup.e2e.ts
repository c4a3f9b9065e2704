import { beforeAll, describe, inject, test } from 'vitest'
import type { Term } from '../../src/domains/glossary/terms.contract.ts'
import { readAllTerms } from '../support/all-terms.ts'
import { choose, createGate, items, letter, lists, loadMore, names, shown } from '../support/glossary-page.ts'
import { expect, journey } from '../support/journey.ts'

const address = inject('address')
const { visit } = journey()

let all: Term[]
beforeAll(async () => {
  all = await readAllTerms(address)
})

describe('The list of terms', () => {
  test('begins with the first twenty of all terms, A to Z', async () => {
    const { page, status } = await visit('/glossary')
    expect(status).toBe(200)
    await expect(items(page)).toHaveCount(20)
    await expect(shown(page)).toHaveText(`20 of ${all.length} terms`)
    expect(await names(page)).toEqual(all.slice(0, 20).map((term) => term.term_name))
  })

  test('shows the type of each term, its definition and its tags', async () => {
    const { page } = await visit('/glossary')
    const [first] = all as [Term]
    const card = items(page).first()
    await expect(
      card.getByText(first.type === 'clinical' ? 'Clinical' : 'Community', { exact: true }),
    ).toBeVisible()
    await expect(card).toContainText(first.definition)
    for (const tag of first.tags)
      await expect(card.getByRole('link', { name: tag, exact: true })).toBeVisible()
  })

  test('grows by Load More, which shows Loading... meanwhile and ignores a second click', async () => {
    const waiting = createGate()
    const visited = await visit('/glossary', { before: (page) => page.route(/page=2/, waiting.hold) })
    const { page } = visited
    await loadMore(page).click()
    const busy = page.getByRole('link', { name: 'Loading...' })
    await expect(busy).toBeVisible()
    await busy.click({ force: true })
    waiting.open()
    await expect(items(page)).toHaveCount(40)
    await expect(shown(page)).toHaveText(`40 of ${all.length} terms`)
    await expect(loadMore(page)).toBeVisible()
    expect(await names(page)).toEqual(all.slice(0, 40).map((term) => term.term_name))
    expect(new URL(page.url()).search).toBe('?page=2')
    expect(lists(visited)).toHaveLength(2)
  })

  test('keeps its pages on reload and on Back', async () => {
    const { page } = await visit('/glossary')
    await loadMore(page).click()
    await expect(items(page)).toHaveCount(40)
    await page.reload()
    await expect(items(page)).toHaveCount(40)
    await items(page).nth(30).getByRole('heading').getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1, name: all[30]?.term_name ?? '' })).toBeVisible()
    await page.goBack()
    await expect(items(page)).toHaveCount(40)
    expect(new URL(page.url()).search).toBe('?page=2')
  })

  test('hides Load More once all terms are loaded, and moves the focus to the first new term', async () => {
    const last = Math.ceil(all.length / 20)
    const { page } = await visit(`/glossary?page=${last - 1}`)
    await loadMore(page).press('Enter')
    await expect(shown(page)).toHaveText(`${all.length} of ${all.length} terms`)
    await expect(loadMore(page)).toHaveCount(0)
    await expect(items(page)).toHaveCount(all.length)
    await expect(
      items(page)
        .nth((last - 1) * 20)
        .getByRole('heading')
        .getByRole('link'),
    ).toBeFocused()
  })

  test('can be browsed by letter, and a letter without terms is not a link', async () => {
    const { page } = await visit('/glossary')
    const letters = page.getByRole('navigation', { name: 'Browse by letter' })
    const withTerms = new Set(all.map((term) => term.term_name[0]?.toUpperCase()))
    await expect(letters.getByRole('link')).toHaveText(['All', ...([...withTerms].sort() as string[])])
    await letter(page, 'G').click()
    const expected = all.filter((term) => term.term_name.startsWith('G')).map((term) => term.term_name)
    await expect(page.locator('[data-items] h3')).toHaveText(expected.slice(0, 20))
    expect(new URL(page.url()).search).toBe('?letter=g')
    await letter(page, 'All').click()
    await expect(shown(page)).toHaveText(`20 of ${all.length} terms`)
    expect(new URL(page.url()).search).toBe('')
  })

  test('shows a message when a letter has no terms', async () => {
    const none = [...'xqzyjku'].find((letter) => !all.some((term) => term.slug.startsWith(letter)))
    const { page } = await visit(`/glossary?letter=${none}`)
    await expect(page.getByRole('heading', { name: 'No Terms Found' })).toBeVisible()
    await expect(page.getByText('No terms available', { exact: true })).toBeVisible()
  })
})

describe('The menus of the glossary', () => {
  test('open, and close again on a second click, on ESC, on a click elsewhere and when the other opens', async () => {
    const { page } = await visit('/glossary')
    const sort = page.locator('[data-key=sort]')
    const oldest = page.getByRole('link', { name: 'Oldest' })
    await sort.click()
    await expect(oldest).toBeVisible()
    await sort.click()
    await expect(oldest).toBeHidden()
    await sort.press('Enter')
    await expect(oldest).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('link', { name: 'A-Z', exact: true })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(oldest).toBeHidden()
    await expect(sort).toBeFocused()
    await sort.click()
    await page.getByRole('heading', { level: 1 }).click()
    await expect(oldest).toBeHidden()
    await sort.click()
    await page.locator('[data-key=type]').click()
    await expect(oldest).toBeHidden()
    await expect(page.getByRole('link', { name: 'All Terms' })).toBeVisible()
  })

  test('contain the options of the specification', async () => {
    const { page } = await visit('/glossary')
    await page.locator('[data-key=sort]').click()
    const links = page.locator('[data-part=menus] a:visible')
    await expect(links).toHaveText(['A-Z', 'Z-A', 'Newest', 'Oldest'])
    await page.locator('[data-key=type]').click()
    await expect(links).toHaveText(['All Terms', 'Clinical', 'Community'])
  })

  test('change the list and the URL, and close', async () => {
    const { page } = await visit('/glossary')
    await choose(page, 'sort', 'Z-A')
    await expect(items(page).first().getByRole('heading')).toHaveText(all.at(-1)?.term_name ?? '')
    expect(new URL(page.url()).search).toBe('?sort=z-a')
    await expect(page.getByRole('link', { name: 'Oldest' })).toBeHidden()
    await expect(page.locator('[data-key=sort]')).toContainText('Z-A')
    await choose(page, 'type', 'Community')
    const community = all.filter((term) => term.type === 'community')
    await expect(shown(page)).toHaveText(`20 of ${community.length} terms`)
    expect(await names(page)).toEqual(
      community
        .reverse()
        .slice(0, 20)
        .map((term) => term.term_name),
    )
    expect(new URL(page.url()).searchParams.toString().split('&').sort()).toEqual([
      'sort=z-a',
      'type=community',
    ])
    await choose(page, 'sort', 'Newest')
    await expect(items(page).first().getByRole('heading')).toHaveText(newest(community))
    await choose(page, 'sort', 'Oldest')
    await expect(items(page).first().getByRole('heading')).toHaveText(newest(community, -1))
    await page.reload()
    await expect(page.locator('[data-key=sort]')).toContainText('Oldest')
    await expect(page.locator('[data-key=type]')).toContainText('Community')
  })

  test('return to the first page when a filter changes', async () => {
    const { page } = await visit('/glossary?page=2')
    await expect(items(page)).toHaveCount(40)
    await choose(page, 'type', 'Clinical')
    await expect(items(page)).toHaveCount(20)
    await expect(page).toHaveURL(`${address}/glossary?type=clinical`)
  })

  test('cache a response for two minutes', async () => {
    const visited = await visit('/glossary', { before: (page) => page.clock.install({ time: 0 }) })
    const { page } = visited
    await page.clock.pauseAt(60_000)
    const first = items(page).first().getByRole('heading')
    const toAndFro = async () => {
      await choose(page, 'sort', 'Z-A')
      await expect(first).toHaveText(all.at(-1)?.term_name ?? '')
      await choose(page, 'sort', 'A-Z')
      await expect(first).toHaveText(all[0]?.term_name ?? '')
    }
    await toAndFro()
    expect(lists(visited)).toHaveLength(3)
    await page.clock.runFor(119_999)
    await toAndFro()
    expect(lists(visited)).toHaveLength(3)
    await page.clock.runFor(1)
    await toAndFro()
    expect(lists(visited)).toHaveLength(5)
  })
})

function newest(terms: Term[], direction: 1 | -1 = 1): string {
  const [first] = terms.toSorted(
    (one, other) =>
      direction * other.created_at.localeCompare(one.created_at) || all.indexOf(one) - all.indexOf(other),
  )
  return first?.term_name ?? ''
}
