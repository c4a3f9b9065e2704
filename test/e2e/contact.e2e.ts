import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { expectAccessible } from '../support/browser.ts'
import { startProductBehindFaultProxy } from '../support/cuttable-product.ts'
import { expect, journey } from '../support/journey.ts'

/* A product with its own rate limits, and with a database connection that can be cut. */
let made: Awaited<ReturnType<typeof startProductBehindFaultProxy>>
beforeAll(async () => {
  made = await startProductBehindFaultProxy()
})
afterAll(() => made?.stop())
const { visit } = journey(() => made.product.address)

const email = (page: Page) => page.getByLabel('Email')
const message = (page: Page) => page.getByLabel('Message', { exact: true })
const send = (page: Page) => page.getByRole('button', { name: 'Send message' })
const choice = (page: Page, name: string) => page.getByRole('radio', { name })
const confirmation = (page: Page) =>
  page.getByRole('checkbox', { name: 'I understand this is not a crisis support form', exact: true })
const said = (page: Page, words: string) => page.getByText(words, { exact: true })

/** The exact texts of specification point 5. */
const wanted = {
  email: 'Please enter a valid email address.',
  helpType: 'Please select how we can help you.',
  message: 'Please enter a message of at least 10 characters.',
  confirmation: 'You must confirm this is not a crisis support form.',
}

describe.each([
  ['with JavaScript', true],
  ['without JavaScript', false],
])('The contact form %s', (_how, javaScript) => {
  test('reports missing fields, keeps the other values, and does not send again on reload', async () => {
    const { page, consoleErrors } = await visit('/contact', { javaScript })
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Contact us')
    await expect(page.getByText('This form is not monitored for emergencies.')).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: 'Resources' })).toHaveAttribute(
      'href',
      '/resources',
    )
    await expect(said(page, 'Every message is read and answered within 2-3 business days.')).toBeVisible()

    await page.getByLabel('Name (optional)').fill('Ana <b>')
    await message(page).fill('Too short')
    await send(page).click()
    for (const words of Object.values(wanted)) await expect(said(page, words)).toHaveCount(1)
    await expect(email(page)).toBeFocused()
    await expect(email(page)).toHaveAccessibleDescription(/Please enter a valid email address\.$/)
    await expect(message(page)).toHaveAccessibleDescription(/at least 10 characters\.$/)
    await expect(page.getByRole('group', { name: 'How can we help you?' })).toHaveAccessibleDescription(
      wanted.helpType,
    )
    await expect(confirmation(page)).toHaveAccessibleDescription(wanted.confirmation)
    await expect(page.getByLabel('Name (optional)')).toHaveValue('Ana <b>')
    await expect(message(page)).toHaveValue('Too short')

    await email(page).fill('ana@example.org')
    await choice(page, 'Questions about Unfog').check()
    const text = `First line, ${javaScript}\n\n  <script>second</script> line`
    await message(page).fill(text)
    await send(page).click()
    await expect(confirmation(page)).toBeFocused()
    for (const words of [wanted.email, wanted.helpType, wanted.message])
      await expect(said(page, words)).toHaveCount(0)
    await expect(message(page)).toHaveValue(text)
    await expect(choice(page, 'Questions about Unfog')).toBeChecked()

    await confirmation(page).check()
    await send(page).click()
    const done = page.getByRole('status').filter({ hasText: 'Message sent!' })
    await expect(done).toHaveText(
      "Message sent!Thank you for reaching out. We'll respond within 2-3 business days.",
    )
    await expect(done).toBeFocused()
    for (const field of [page.getByLabel('Name (optional)'), email(page), message(page)])
      await expect(field).toHaveValue('')
    await expect(
      page.getByRole('radio', { checked: true, name: /feedback|Questions|issues|media|Partner/ }),
    ).toHaveCount(0)
    await expect(confirmation(page)).not.toBeChecked()
    expect(new URL(page.url()).pathname).toBe('/contact')
    // A reload does not ask to send the form again.
    expect((await page.reload())?.request().method()).toBe('GET')
    expect(consoleErrors.filter((line) => !line.includes('status of 400'))).toEqual([])
  })

  test('keeps what was typed while the database is down, and sends it afterwards', async () => {
    const { page } = await visit('/contact', { javaScript })
    await email(page).fill('ana@example.org')
    await choice(page, 'Partnership').check()
    await message(page).fill(`It was away, ${javaScript}`)
    await confirmation(page).check()
    made.proxy.cut()
    try {
      await send(page).click()
      await expect(page.getByRole('alert')).toContainText('We couldn’t send your message')
      await expect(page.getByRole('alert')).toBeFocused()
    } finally {
      made.proxy.restore()
    }
    await expect(message(page)).toHaveValue(`It was away, ${javaScript}`)
    await expect(confirmation(page)).toBeChecked()
    await send(page).click()
    await expect(page.getByText('Message sent!')).toBeVisible()
  })
})

test('A double click on Send shows the success message and no error', async () => {
  const { page } = await visit('/contact')
  const posts: number[] = []
  page.on('response', (response) => {
    if (response.request().method() === 'POST') posts.push(response.status())
  })
  await email(page).fill('ana@example.org')
  await choice(page, 'General feedback').check()
  await message(page).fill('Pressed twice in a hurry.')
  await confirmation(page).check()
  await send(page).dblclick()
  await expect(page.getByText('Message sent!')).toBeVisible()
  // With a script only one request is sent; without one the server stores both as one message (contact/contact.writes.db.test.ts).
  expect(posts.filter((status) => status >= 400)).toEqual([])
})

test('The contact form can be filled in and sent by keyboard alone', async () => {
  const { page } = await visit('/contact')
  const press = (...keys: string[]) =>
    keys.reduce((done, key) => done.then(() => page.keyboard.press(key)), Promise.resolve())
  await page.getByLabel('Name (optional)').focus()
  await press('Tab')
  await expect(email(page)).toBeFocused()
  await page.keyboard.type('ana@example.org')
  await press('Tab', 'Space', 'ArrowDown', 'ArrowDown')
  await expect(choice(page, 'Technical issues')).toBeChecked()
  await press('Tab')
  await page.keyboard.type('Written by keys alone.')
  await press('Tab', 'Space', 'Tab')
  await expect(confirmation(page)).toBeChecked()
  await expect(send(page)).toBeFocused()
  await press('Enter')
  await expect(page.getByText('Message sent!')).toBeVisible()
})

describe('The contact form', () => {
  test.each([
    ['empty', async () => {}],
    [
      'with everything wrong',
      async (page: Page) => {
        await send(page).click()
        await expect(said(page, wanted.message)).toBeVisible()
      },
    ],
    ['sent', async (page: Page) => void (await page.goto('/contact?done'))],
  ])('has no accessibility violations in either theme, at 360 and 1280 px: %s', async (_state, reach) => {
    const { page } = await visit('/contact')
    await reach(page)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme: 'light' })
      await expectAccessible(page)
      await page.emulateMedia({ colorScheme: 'dark' })
      await expectAccessible(page, ['color-contrast', 'link-in-text-block'])
    }
  })
})
