import type { Page } from 'playwright'
import { expect } from './journey.ts'
import { hydrated } from './private-area.ts'

export const lockPage = '/dashboard/connections/lock'
export const lockPhrase = 'umbrella granite whistle nine otters'

export const pressLock = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click()
export const lockHeading = (page: Page, name: string | RegExp) =>
  page.getByRole('main').getByRole('heading', { level: 2, name })
/** By its label: a password field has no role. */
export const phraseBox = (page: Page) => page.getByRole('main').getByLabel('Your phrase', { exact: true })
export const phraseAgainBox = (page: Page) =>
  page.getByRole('main').getByLabel('Your phrase again', { exact: true })
export const kitBox = (page: Page) => page.getByRole('textbox', { name: 'Your 24 words' })

/** Types the phrase twice. */
export async function choosePhrase(page: Page, phrase = lockPhrase): Promise<void> {
  const again = phraseAgainBox(page)
  // The form that opens has a box of the same name.
  await again.waitFor()
  await phraseBox(page).fill(phrase)
  await again.fill(phrase)
}

/** Reads the words of a kit that is shown, and goes on to the check. */
export async function readShownKit(page: Page): Promise<string[]> {
  const words = page.locator('.kit code')
  await expect(words).toHaveCount(24)
  const kit = await words.allTextContents()
  await pressLock(page, 'I have them')
  await expect(lockHeading(page, 'Three of your words')).toBeFocused()
  return kit
}

/** Types the three words back. */
export async function typeWordsBack(page: Page, kit: readonly string[]): Promise<void> {
  for (const field of await page.getByRole('textbox', { name: /^Word \d+$/ }).all()) {
    const name = (await field.evaluate((input: HTMLInputElement) => input.labels?.[0]?.textContent)) ?? ''
    await field.fill((kit[Number(name.replace(/\D/g, '')) - 1] ?? '').slice(0, 4))
  }
}

/**
 * Locks the journal of a person on the page of the lock, up to the first row that moves.
 *
 * @returns the words of the kit
 */
export async function beginLock(page: Page, phrase = lockPhrase): Promise<string[]> {
  await pressLock(page, 'Set up your lock')
  await expect(lockHeading(page, 'Choose your phrase')).toBeFocused()
  await choosePhrase(page, phrase)
  await pressLock(page, 'Continue')
  await expect(lockHeading(page, 'Your recovery kit')).toBeFocused()
  const kit = await readShownKit(page)
  await typeWordsBack(page, kit)
  await pressLock(page, 'Lock my journal')
  return kit
}

/** Locks the journal, to the end. @returns the words of the kit */
export async function lockJournal(page: Page, phrase = lockPhrase): Promise<string[]> {
  const kit = await beginLock(page, phrase)
  await expect(page.getByText('Your journal is locked', { exact: true })).toBeVisible()
  return kit
}

/** Opens by phrase where the form is shown. */
export async function openByPhrase(page: Page, phrase = lockPhrase): Promise<void> {
  await phraseBox(page).fill(phrase)
  await pressLock(page, 'Open')
}

/** Goes to the page of the lock. */
export async function toLockPage(page: Page): Promise<void> {
  await page.goto(lockPage)
  await hydrated(page)
}
