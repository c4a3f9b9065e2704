import type { Locator, Page } from 'playwright'
import { describe, test } from 'vitest'
import { signUpByRequest } from '../support/account.ts'
import { expectAccessible } from '../support/browser.ts'
import { expect } from '../support/journey.ts'
import { hydrated, privateAreaWithoutEmail } from '../support/private-area.ts'

const area = privateAreaWithoutEmail()
const settings = '/dashboard/settings'

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true })
const status = (page: Page, words: string | RegExp) => page.getByRole('status').filter({ hasText: words })
const said = (page: Page, words: string | RegExp) => expect(status(page, words)).toBeVisible()
const limit = (page: Page) => page.getByRole('switch', { name: 'Limit Data Collection' })
const sidebar = (page: Page) => page.locator('.sidebar h2')

/** Presses Tab until the target has the focus, like a user without a mouse. */
async function tabTo(page: Page, target: Locator) {
  for (let press = 0; press < 80; press++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error('it is out of reach of the keyboard')
}

async function looks(page: Page) {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await expectAccessible(
      page,
      colorScheme === 'dark' ? ['color-contrast', 'link-in-text-block'] : undefined,
    )
  }
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
  expect(wider).toBeLessThanOrEqual(0)
}

describe.each([360, 1280])('By keyboard, at %i px,', (width) => {
  test('the profile can be changed in its dialog, and the new name is shown everywhere at once', async () => {
    const { page, errors, email } = await area.signUp(settings, { width })
    await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
      'Profile',
      'Privacy & Security',
      'Notifications',
      'Beta Lab',
      'Subscription Options',
      'Account Management',
    ])
    await looks(page)
    const edit = page.getByRole('link', { name: /^Edit/ })
    await tabTo(page, edit)
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Your profile' })
    await expect(dialog).toBeVisible()
    for (const summary of await dialog.locator('summary').all()) await summary.press('Enter')
    await looks(page)
    const [username, firstName] = [dialog.getByLabel('Username'), dialog.getByLabel('First name')]
    await username.fill('a'.repeat(41))
    await firstName.fill(' Ana ')
    await firstName.press('Enter')
    await expect(username).toHaveAccessibleDescription(/Please use at most 40 characters\./)
    await expect(username).toHaveValue('a'.repeat(41))
    await looks(page)
    await username.fill('ana 💔')
    await username.press('Enter')
    await expect(dialog).toHaveCount(0)
    await expect(edit).toBeFocused()
    await said(page, 'Your profile is saved.')
    const facts = region(page, 'Profile').getByRole('definition')
    await expect(facts).toHaveText(['ana 💔', 'Ana', email])
    if (width < 1024) {
      await page.getByRole('button', { name: 'Open the menu' }).press('Enter')
      await expect(page.getByRole('dialog', { name: 'Menu' })).toContainText('Ana')
      await page.keyboard.press('Escape')
    } else {
      await expect(sidebar(page)).toHaveText('Ana')
    }
    await page.goto('/dashboard')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Welcome back, ana 💔')
    expect(errors).toEqual([])
  })

  test('Limit Data Collection can be turned on and off, and unfinished settings say so', async () => {
    const { email } = await area.createUser()
    const { page } = await area.signIn(email, settings, { width })
    const devices = region(page, 'Where you are signed in').getByRole('listitem')
    await expect(devices.first()).toContainText('Last seen')
    await expect(limit(page)).not.toBeChecked()
    await tabTo(page, limit(page))
    await page.keyboard.press('Space')
    // The next page focuses the message, so that screen readers read it first.
    await expect(status(page, 'Limit Data Collection is on.')).toBeFocused()
    await hydrated(page)
    await expect(limit(page)).toBeChecked()
    await expect(limit(page)).toBeInViewport()
    await expect(devices).toHaveText([
      /^Device 1, no name is kept\s*This device$/,
      /^Device 2, no name is kept/,
    ])
    await looks(page)
    await tabTo(page, limit(page))
    await page.keyboard.press('Space')
    await said(page, 'Limit Data Collection is off.')
    await expect(limit(page)).not.toBeChecked()
    const tagging = page.getByRole('switch', { name: 'Turn on Journal Tagging' })
    await expect(tagging).not.toBeChecked()
    await tabTo(page, tagging)
    await page.keyboard.press('Space')
    await expect(status(page, 'Journal Tagging is on.')).toBeFocused()
    await hydrated(page)
    await expect(tagging).toBeChecked()
    for (const soon of [
      page.getByRole('switch', { name: 'Daily Connection reminders' }),
      page.getByRole('button', { name: 'Submit a Term' }),
    ]) {
      await tabTo(page, soon)
      await expect(soon).toBeDisabled()
      await expect(soon).toHaveAccessibleDescription(/Available soon$/)
      await expect(soon).toHaveAttribute('title', 'Available soon')
      await page.keyboard.press('Enter')
    }
    await expect(page.getByRole('button', { name: /^Journal/ })).toHaveAccessibleDescription(
      'Open to you during the beta',
    )
    await expect(page.getByRole('button', { name: 'Submit a Term' })).toHaveAccessibleDescription(
      /^limit 2 per day/,
    )
    expect(page.url()).toBe(`${area.address}${settings}#tagging-title`)
  })
})

test('Without JavaScript the profile is edited on the page, and Limit Data Collection has a button', async () => {
  const { page, email } = await area.signUp(settings, { javaScript: false, width: 360 })
  await page.getByRole('link', { name: /^Edit/ }).click()
  const username = page.getByLabel('Username')
  await username.fill('a'.repeat(41))
  await page.getByLabel('First name').fill('Ana')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(username).toHaveAccessibleDescription(/Please use at most 40 characters\./)
  await expect(username).toHaveValue('a'.repeat(41))
  await expect(page.getByLabel('First name')).toHaveValue('Ana')
  await username.fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await said(page, 'Your profile is saved.')
  await expect(region(page, 'Profile').getByRole('definition')).toHaveText(['Not given', 'Ana', email])
  await expect(sidebar(page)).toHaveText('Ana')
  await limit(page).click()
  await said(page, 'Limit Data Collection is on.')
  await expect(limit(page)).toBeChecked()
  await page.goto(settings)
  await expect(limit(page)).toBeChecked()
  await limit(page).click()
  await said(page, 'Limit Data Collection is off.')
  await expect(limit(page)).not.toBeChecked()
})

test('A profile that cannot be saved keeps the typed values and shows the reason', async () => {
  const { page } = await area.signUp(settings)
  await page.getByRole('link', { name: /^Edit/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Your profile' })
  await dialog.getByLabel('Username').fill('ana')
  await page.route('**/api/profile', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(dialog.getByRole('alert')).toHaveText(/^Your profile could not be saved\./)
  await expect(dialog.getByLabel('Username')).toHaveValue('ana')
  await page.unroute('**/api/profile')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await said(page, 'Your profile is saved.')
})

test('An invalid value for Limit Data Collection changes nothing', async () => {
  const { otherCookie } = await area.createUser()
  for (const limit_data of ['', 'true', 'ON']) {
    expect((await area.post(settings, { intent: 'limit-data', limit_data }, otherCookie)).status).toBe(400)
  }
})

describe('The settings of a device', () => {
  test('are shown in one or two places, stay in sync, and are kept', async () => {
    const { page } = await area.signUp(settings)
    const foot = page.getByRole('contentinfo')
    await region(page, 'Theme').getByRole('radio', { name: 'Dark' }).check()
    expect(await page.evaluate(() => document.documentElement.dataset.theme)).toBe('dark')
    // Only once on a page, because screen readers cannot tell two groups of the same name apart.
    await expect(page.getByRole('group', { name: 'Theme' })).toHaveCount(1)
    const own = region(page, 'Quick Hide')
    await own.getByRole('checkbox', { name: 'ESC twice leaves' }).uncheck()
    await expect(foot.getByRole('checkbox', { name: 'ESC twice leaves' })).not.toBeChecked()
    await own.getByRole('radio', { name: '10 seconds' }).check()
    await page.reload()
    await expect(own.getByRole('radio', { name: '10 seconds' })).toBeChecked()
    await expect(own.getByRole('checkbox')).not.toBeChecked()
    await own.getByRole('radio', { name: '1 second', exact: true }).check()
    expect(await page.evaluate(() => localStorage.getItem('unfogQuickHideSeconds'))).toBeNull()
  })

  test('that need React leave no empty space in a browser that is too old for it', async () => {
    const { page } = await area.visit(settings, {
      before: async (page) => {
        await page.addInitScript(() => Reflect.deleteProperty(Array.prototype, 'findLast'))
        await signUpByRequest(page, area.address)
      },
    })
    await expect(page.locator('html[data-plain]')).toBeAttached()
    await expect(region(page, 'Quick Hide')).toBeVisible()
    expect(await page.locator('.escape-time').boundingBox()).toBeNull()
  })

  test('show an error when the browser blocks storage', async () => {
    const before = (page: Page) =>
      page.addInitScript(() => {
        Storage.prototype.setItem = () => {
          throw new DOMException('refused', 'QuotaExceededError')
        }
      })
    const { page } = await area.signUp(settings, { before })
    await region(page, 'Quick Hide').getByRole('radio', { name: '3 seconds' }).click()
    await expect(region(page, 'Quick Hide').getByRole('alert')).toHaveText(
      /^Your browser won’t save settings/,
    )
    await expect(page.getByRole('radio', { name: '1 second', exact: true })).toBeChecked()
  })
})
