import { rm } from 'node:fs/promises'
import type { Page } from 'playwright'
import { afterAll, beforeAll, describe, test } from 'vitest'
import { readConfig } from '../../src/platform/config.server.ts'
import { planRequired } from '../../src/platform/messages.en.yaml'
import { runOperator } from '../../src/server/operations/operator.ts'
import { expectAccessible } from '../support/browser.ts'
import { newDataFolder } from '../support/data-folder.ts'
import { freePort } from '../support/free-port.ts'
import { expect } from '../support/journey.ts'
import { hydrated, usersOf } from '../support/private-area.ts'
import { type Product, startProduct } from '../support/product.ts'

/* On a server whose beta is over, journaling needs a plan that the operator sets. */

let product: Product
let folder: string
beforeAll(async () => {
  folder = await newDataFolder()
  product = await startProduct({
    DATA_DIR: folder,
    PORT: String(await freePort()),
    TRUSTED_PROXIES: '1',
    BETA: 'off',
  })
})
afterAll(async () => {
  await product?.stop()
  await rm(folder, { recursive: true, force: true })
})

const area = usersOf(() => product)
/** Sets a plan through the operator's command. */
const plan = (email: string, name: string) =>
  runOperator(readConfig({ DATA_DIR: folder }), { words: ['user', 'plan', email, name] })
const text = (page: Page) => page.getByRole('textbox', { name: 'What do you want to write down?' })
const refused = (page: Page) => page.locator('.field-error[role=alert]', { hasText: planRequired() })

test('Text that is being typed when a plan ends stays visible, and is saved again with a new plan', async () => {
  const { email } = await area.createUser()
  await plan(email, 'journal')
  const { page } = await area.signIn(email, '/dashboard/connections/new')
  await text(page).fill('Before.')
  await expect(page.getByText('Draft saved.')).toBeVisible()
  await plan(email, 'starter')
  await text(page).pressSequentially(' After.')
  await expect(refused(page)).toContainText('copy it if you want to keep it')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Save Connection' }).click()
  await expect(page.locator('.toast', { hasText: planRequired() })).toBeVisible()
  await expect(text(page)).toHaveValue('Before. After.')
  await plan(email, 'journal')
  // Filled in one step, because slow typing would save a partial draft first.
  await text(page).fill('Before. After. Again.')
  await expect(page.getByText('Draft saved.')).toBeVisible()
  await expect(refused(page)).toHaveCount(0)
  await plan(email, 'starter')
  await page.reload()
  await hydrated(page)
  await expect(page.getByText(planRequired())).toBeVisible()
  await expect(page.getByText('Before. After. Again.')).toBeVisible()
  await expect(text(page)).toHaveCount(0)
  await expectAccessible(page)
  await page.getByText('Discard draft…').click()
  await page.getByRole('button', { name: 'Discard it' }).click()
  await expect(page.getByText('Before. After. Again.')).toHaveCount(0)
})

test('The quick journal dialog keeps the typed text without a plan, and says why it is not saved', async () => {
  const { email } = await area.createUser()
  await plan(email, 'journal')
  const { page } = await area.signIn(email, '/dashboard/glossary/gaslighting')
  await page.getByRole('link', { name: 'Write about Gaslighting' }).click()
  const dialog = page.getByRole('dialog', { name: 'Write about Gaslighting' })
  await dialog.getByRole('textbox').fill('A few words.')
  await plan(email, 'starter')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(refused(page)).toBeVisible()
  await expect(dialog.getByRole('textbox')).toHaveValue('A few words.')
})

describe('With the plan Starter', () => {
  test('every link to write leads by keyboard to a page that names the needed plan', async () => {
    const { email } = await area.createUser()
    const { page, errors } = await area.signIn(email, '/dashboard')
    await page.getByRole('link', { name: 'Write New Connection' }).press('Enter')
    await page.waitForURL(`${area.address}/dashboard/connections/new`)
    await expect(page.getByText(planRequired())).toBeVisible()
    await expect(text(page)).toHaveCount(0)
    await page.goto('/dashboard/glossary/gaslighting')
    await hydrated(page)
    await page.getByRole('link', { name: 'Write about Gaslighting' }).press('Enter')
    await page.waitForURL(/connections\/new\?journal=gaslighting$/)
    await expect(page.getByText(planRequired())).toBeVisible()
    await page.goto('/dashboard/connections')
    await hydrated(page)
    await expect(page.getByText(planRequired())).toBeVisible()
    await expect(page.getByRole('heading', { name: 'No connections yet' })).toBeVisible()
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page)
    }
    expect(errors).toEqual([])
  })

  test('the settings show three disabled plans, with the reason for keyboard and screen reader users', async () => {
    const { email } = await area.createUser()
    const { page } = await area.signIn(email, '/dashboard/settings')
    const options = page.getByRole('region', { name: 'Subscription Options' })
    const tiles = options.getByRole('button')
    await expect(tiles).toHaveText([
      /^Starter\s*Your plan\s*Favorite glossary terms\s*Free$/,
      /^Journal\s*Basic journaling$/,
      /^AI\+\s*Upcoming\s*\$15\/month$/,
    ])
    await expect(tiles.first()).toHaveAttribute('aria-current', 'true')
    await tiles.first().focus()
    const closed = 'You can’t change plans here yet'
    for (const why of [closed, closed, 'AI+ is an upcoming feature']) {
      const tile = page.locator(':focus')
      await expect(tile).toBeDisabled()
      await expect(tile).toHaveAccessibleDescription(why)
      await expect(tile).toHaveAttribute('title', why)
      await page.keyboard.press('Enter')
      await page.keyboard.press('Tab')
    }
    await expect(page).toHaveURL(`${area.address}/dashboard/settings`)
    await plan(email, 'ai-plus')
    await page.reload()
    await expect(options.getByRole('button', { name: /^AI\+.*Your plan/ })).toHaveAttribute(
      'aria-current',
      'true',
    )
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page)
    }
  })

  test('without JavaScript the rejected form keeps the typed text and shows the reason', async () => {
    const { email } = await area.createUser()
    await plan(email, 'journal')
    const { page } = await area.signIn(email, '/dashboard/connections/new', { javaScript: false })
    await text(page).fill('Typed without scripts.')
    await plan(email, 'starter')
    await page.getByRole('button', { name: 'Save Connection' }).click()
    await expect(page.getByText(planRequired())).toBeVisible()
    await expect(page.getByLabel('What you wrote')).toHaveValue('Typed without scripts.')
  })
})
