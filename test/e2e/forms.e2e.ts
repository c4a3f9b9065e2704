import type { Page, Request, Route } from 'playwright'
import { describe, inject, test } from 'vitest'
import {
  emailBox,
  newEmail,
  ofAge,
  openForm,
  otherPassword,
  password,
  passwordBox,
} from '../support/account.ts'
import { expectAccessible, withBackForwardCache } from '../support/browser.ts'
import { expect, journey } from '../support/journey.ts'
import { privateArea } from '../support/private-area.ts'

/* Forms on a slow or failing network: sent once, and no typed text is lost. */

const address = inject('address')
const { visit } = journey()
const area = privateArea()

const unreachable = 'We couldn’t reach our server. Everything you typed is still here.'
const problem = (page: Page) => page.getByRole('alert').filter({ hasText: unreachable })
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })

/** Focuses a form, and waits until the page sends its forms by script (client/forms.ts). */
const scripted = async (page: Page) => {
  await emailBox(page).focus()
  const file = await page.waitForFunction(
    () => performance.getEntriesByType('resource').find(({ name }) => name.includes('/forms-'))?.name ?? '',
  )
  // A string, because the test's own build would resolve the import.
  await page.evaluate(`import('${await file.jsonValue()}').then(() => {})`)
}

const isPost = (request: Request) => request.method() === 'POST'

/** Holds POST requests until the test releases them. */
async function slowly(page: Page) {
  const posted: string[] = []
  const held = Promise.withResolvers<void>()
  await page.route('**/*', async (route: Route) => {
    const request = route.request()
    if (!isPost(request)) return route.continue()
    posted.push(new URL(request.url()).pathname)
    await held.promise
    await route.continue()
  })
  return { posted, answer: held.resolve }
}

async function fillContact(page: Page, message: string) {
  await emailBox(page).fill('ana@example.org')
  await page.getByRole('radio', { name: 'General feedback' }).check()
  await page.getByLabel('Message', { exact: true }).fill(message)
  await page.getByRole('checkbox', { name: /not a crisis support form/ }).check()
}

async function fillSignUp(page: Page, email = newEmail()) {
  await emailBox(page).fill(email)
  await passwordBox(page).fill(password)
  await ofAge(page).check()
}

/**
 * Presses a button three times and submits its form, from within the page: a press by the driver would wait for the next page.
 *
 * @returns the text of the button afterwards, and whether it is disabled
 */
const pressAgainAndAgain = (page: Page, name: string) =>
  page.evaluate((name) => {
    const pressed = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)
    for (let time = 0; time < 3; time++) pressed?.click()
    pressed?.form?.requestSubmit()
    return [pressed?.textContent, pressed?.ariaDisabled]
  }, name)

const busy = ['Saving...', 'true']

describe('A form that is submitted several times is sent once', () => {
  test('on Contact', async () => {
    const { page } = await visit('/contact')
    await scripted(page)
    const { posted, answer } = await slowly(page)
    await fillContact(page, 'Pressed three times on a slow line.')
    expect(await pressAgainAndAgain(page, 'Send message')).toEqual(busy)
    answer()
    await expect(page.getByText('Message sent!')).toBeVisible()
    expect(posted).toEqual(['/contact'])
    await expect(button(page, 'Send message')).toBeEnabled()
  })

  test('on sign-up', async () => {
    const { page } = await visit('/auth-test?mode=sign-up')
    await scripted(page)
    const { posted, answer } = await slowly(page)
    await fillSignUp(page)
    expect(await pressAgainAndAgain(page, 'Create account')).toEqual(busy)
    answer()
    await page.waitForURL(`${address}/dashboard`)
    expect(posted).toEqual(['/auth-test'])
  })

  test('in the sign-up modal, which then shows the next page', async () => {
    const { page } = await visit('/glossary/gaslighting')
    await page.getByRole('link', { name: 'Save Gaslighting to favorites' }).click()
    await expect(emailBox(page)).toBeFocused()
    await scripted(page)
    const { posted, answer } = await slowly(page)
    await fillSignUp(page)
    expect(await pressAgainAndAgain(page, 'Create account')).toEqual(busy)
    answer()
    await expect(page.getByText('Gaslighting has been saved to your favorites.')).toBeVisible()
    expect(posted).toEqual(['/auth-test'])
  })

  test('in the settings, rendered by React', async () => {
    const { page } = await area.signIn((await area.createUser()).email, '/dashboard/settings')
    await openForm(page, 'Change password…')
    await passwordBox(page, 'Current password').fill(password)
    await passwordBox(page, 'New password').fill(otherPassword)
    const { posted, answer } = await slowly(page)
    expect(await pressAgainAndAgain(page, 'Change password')).toEqual(busy)
    answer()
    await expect(page.getByText('Your password is changed.')).toBeVisible()
    expect(posted.filter((path) => path === '/dashboard/settings')).toHaveLength(1)
  })
})

describe('Without JavaScript the server treats a double click as one submission', () => {
  test('on sign-up', async () => {
    const { page } = await visit('/auth-test?mode=sign-up', { javaScript: false })
    await fillSignUp(page)
    await button(page, 'Create account').dblclick()
    // The second click interrupts the navigation of the first.
    await expect(page).toHaveURL(`${address}/dashboard`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^Welcome back/)
  })

  test('on sign-up with email confirmation, where one email is sent', async () => {
    const { page } = await area.visit('/auth-test?mode=sign-up', { javaScript: false })
    const email = newEmail()
    await fillSignUp(page, email)
    await button(page, 'Create account').dblclick()
    await expect(page.getByRole('heading', { name: 'Check your mail' })).toBeVisible()
    const token = await area.letterTo(email)
    // The link of the first email works; a second email would have invalidated it.
    await page.goto(`/auth-test/link?token=${token}`)
    await expect(passwordBox(page)).toBeVisible()
  })

  test('on Contact', async () => {
    const { page } = await visit('/contact', { javaScript: false })
    await fillContact(page, 'Pressed twice without a script.')
    await button(page, 'Send message').dblclick()
    await expect(page.getByText('Message sent!')).toBeVisible()
  })
})

describe('A form that cannot be sent keeps what was typed, shows an error, and can be sent again', () => {
  const gone = {
    'the network': async (page: Page) => {
      await page.context().setOffline(true)
      return () => page.context().setOffline(false)
    },
    'the line, as the form is on its way': async (page: Page) => {
      await page.route('**/*', (route) => (isPost(route.request()) ? route.abort() : route.continue()))
      return () => page.unroute('**/*')
    },
    'the server behind a proxy': async (page: Page) => {
      await page.route('**/*', (route) =>
        isPost(route.request())
          ? route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>Bad Gateway</h1>' })
          : route.continue(),
      )
      return () => page.unroute('**/*')
    },
  }

  test.each(Object.entries(gone))('on Contact, without %s', async (_what, goes) => {
    const { page } = await visit('/contact')
    await scripted(page)
    await fillContact(page, 'Written in a train.')
    const comesBack = await goes(page)
    await button(page, 'Send message').click()
    await expect(problem(page)).toBeInViewport()
    await expect(page.getByLabel('Message', { exact: true })).toHaveValue('Written in a train.')
    await expect(button(page, 'Send message')).toBeEnabled()
    await expectAccessible(page)
    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, history.state]),
    )
    expect(stored).not.toContain('train')
    await comesBack()
    await button(page, 'Send message').click()
    await expect(page.getByText('Message sent!')).toBeVisible()
  })

  test('on sign-up', async () => {
    const { page } = await visit('/auth-test?mode=sign-up')
    await scripted(page)
    await fillSignUp(page)
    await page.context().setOffline(true)
    await button(page, 'Create account').click()
    await expect(problem(page)).toBeInViewport()
    await expect(passwordBox(page)).toHaveValue(password)
    await page.context().setOffline(false)
    await button(page, 'Create account').click()
    await page.waitForURL(`${address}/dashboard`)
  })

  test('in the settings, rendered by React', async () => {
    const { page } = await area.signIn((await area.createUser()).email, '/dashboard/settings')
    await openForm(page, 'Change email…')
    const next = newEmail()
    await page.getByLabel('New email').fill(next)
    await page.context().setOffline(true)
    await button(page, 'Change email').click()
    await expect(problem(page)).toBeInViewport()
    await expect(page.getByLabel('New email')).toHaveValue(next)
    await page.context().setOffline(false)
    await button(page, 'Change email').click()
    await expect(page.getByText('Two messages are on their way')).toBeVisible()
  })
})

test('A rejected form focuses its first invalid field, and the URL is that of the form', async () => {
  const { page } = await visit('/contact?done')
  await scripted(page)
  await page.getByLabel('Message', { exact: true }).fill('Nowhere to answer to')
  await button(page, 'Send message').click()
  await expect(emailBox(page)).toBeFocused()
  await expect(page.getByText('Please enter a valid email address.')).toBeVisible()
  await expect(page.getByText('Message sent!')).toHaveCount(0)
  expect(page.url()).toBe(`${address}/contact`)
  expect((await page.reload())?.request().method()).toBe('GET')
})

test('A form restored from the back/forward cache can be sent again', async () => {
  const { page } = await visit('/contact', {
    browser: withBackForwardCache,
    before: (page) =>
      page.addInitScript(() =>
        addEventListener('pageshow', ({ persisted }) => {
          document.documentElement.dataset.cameBack = String(persisted)
        }),
      ),
  })
  await scripted(page)
  await fillContact(page, 'Sent, and looked at again.')
  await button(page, 'Send message').click()
  await page.waitForURL(`${address}/contact?done`)
  // The driver would wait for a load that does not happen.
  await page.evaluate(() => setTimeout(() => history.back()))
  await expect(page.locator('html[data-came-back=true]')).toBeAttached()
  await expect(button(page, 'Send message')).toBeEnabled()
})
