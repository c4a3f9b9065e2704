import type { Page } from 'playwright'
import { v7 as uuidv7 } from 'uuid'
import { describe, test } from 'vitest'
import { signUpByRequest, submitSignIn } from '../support/account.ts'
import { expect } from '../support/journey.ts'
import { hydrated, privateAreaWithoutEmail } from '../support/private-area.ts'
import { pressEscape } from '../support/quick-hide.ts'

/* Writing with a bad network: responses are lost or come from a captive portal, saving is slow, or a second tab is open. */

const area = privateAreaWithoutEmail()
const tabbedArea = privateAreaWithoutEmail({ severalTabs: true })
const fresh = '/dashboard/connections/new'
const text = (page: Page) => page.getByRole('textbox', { name: 'What do you want to write down?' })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const toast = (page: Page, title: string) => expect(page.locator('.toast', { hasText: title })).toBeVisible()
const kept = (page: Page) => expect(page.getByText('Draft saved.')).toBeVisible()
const goOn = (page: Page) => page.getByRole('link', { name: 'Continue writing' }).click()
const versions = (page: Page) => page.getByRole('dialog', { name: 'Two versions' })

/** The entries or drafts on the server of the user whose cookie the page has. */
const held = (page: Page, path: '/journal-entries' | '/journal-drafts'): Promise<string[]> =>
  page.evaluate(async (path) => {
    const said = await (await fetch(`/api${path}`, { cache: 'no-store' })).json()
    return (said.entries ?? said.drafts).map(({ content }: { content: string }) => content).sort()
  }, path)

/** Sends a request as the user of this page. */
async function send(page: Page, method: string, path: string, data: object = {}) {
  const headers = { 'Sec-Fetch-Site': 'same-origin' }
  const response = await page.request.fetch(`${area.address}/api${path}`, { method, headers, data })
  expect(response.ok(), path).toBe(true)
}

const formOf = (id: string) => `/dashboard/connections/${id}/edit`
const saveAs = (page: Page, id: string, content: string) =>
  send(page, 'POST', '/journal-entries', { id, content })

/**
 * Opens the edit form of a Connection of a new user.
 *
 * @param meanwhile runs after the Connection was saved, and before the page opens
 */
async function edit(
  content: string,
  meanwhile?: (page: Page, id: string) => Promise<unknown>,
  { visit } = area,
) {
  const id = uuidv7()
  const before = async (page: Page) => {
    await signUpByRequest(page, area.address)
    await saveAs(page, id, content)
    await meanwhile?.(page, id)
  }
  const { page } = await visit(formOf(id), { before })
  await hydrated(page)
  return { id, page }
}

describe('A Connection', () => {
  test('is not shown as saved, nor as a saved draft, when a captive portal responds', async () => {
    const { page } = await area.signUp(fresh)
    const portal = { status: 200, contentType: 'text/html', body: '<title>Free Wi-Fi</title>' }
    await page.route('**/api/**', (route) => route.fulfill(portal))
    await text(page).fill('Told to nobody')
    await expect(page.getByText('Your draft couldn’t be saved.')).toBeVisible()
    await press(page, 'Save Connection')
    await toast(page, 'Error')
    await expect(text(page)).toHaveValue('Told to nobody')
    await page.unroute('**/api/**')
    await press(page, 'Save Connection')
    await page.waitForURL('**/dashboard/connections')
    expect(await held(page, '/journal-entries')).toEqual(['Told to nobody'])
  })

  test.each(['new', 'changed'])(
    'can be corrected and saved again when the first response was lost: %s',
    async (which) => {
      const { page } = which === 'new' ? await area.signUp(fresh) : await edit('Before')
      const one = '**/api/journal-entries{,/*}'
      await page.route(one, async (route) => {
        await route.fetch()
        await route.abort()
      })
      await text(page).fill('He said nothin')
      await press(page, 'Save Connection')
      await toast(page, 'Error')
      await page.unroute(one)
      await text(page).fill('He said nothing')
      await press(page, 'Save Connection')
      await page.waitForURL((url) => !/new|edit/.test(url.pathname))
      expect(await held(page, '/journal-entries')).toEqual(['He said nothing'])
      expect(await held(page, '/journal-drafts')).toEqual([])
    },
  )

  test.each(['new', 'changed'])(
    'keeps on the page the text that is typed while it is being saved: %s',
    async (which) => {
      const { page } = which === 'new' ? await area.signUp(fresh) : await edit('Before')
      const { wait, answer } = await slowly(page)
      await text(page).fill('One')
      await press(page, 'Save Connection')
      await wait
      await text(page).pressSequentially(' and two')
      answer()
      await toast(page, which === 'new' ? 'Connection saved' : 'Connection updated')
      await expect(text(page)).toHaveValue('One and two')
      await kept(page)
      await press(page, 'Save Connection')
      await page.waitForURL((url) => !/new|edit/.test(url.pathname))
      expect(await held(page, '/journal-entries')).toEqual(['One and two'])
      expect(await held(page, '/journal-drafts')).toEqual([])
    },
  )

  test.each(['new', 'changed'])(
    'is saved with the text that was typed before the scripts loaded: %s',
    async (which) => {
      const late = Promise.withResolvers<void>()
      const id = uuidv7()
      const { page } = await area.visit(which === 'new' ? fresh : formOf(id), {
        waitUntil: 'commit',
        before: async (page) => {
          await signUpByRequest(page, area.address)
          if (which === 'changed') await saveAs(page, id, 'Before')
          await page.route('**/assets/*.js', async (route) => {
            await late.promise
            await route.continue()
          })
        },
      })
      await text(page).fill('Typed early')
      late.resolve()
      await hydrated(page)
      await expect(text(page)).toHaveValue('Typed early')
      await kept(page)
      await press(page, 'Save Connection')
      await page.waitForURL((url) => !/new|edit/.test(url.pathname))
      expect(await held(page, '/journal-entries')).toEqual(['Typed early'])
    },
  )

  test('is saved without the text that is typed after the save, while the next page loads', async () => {
    const { page } = await area.signUp(fresh)
    const late = Promise.withResolvers<void>()
    await page.route('**/dashboard/connections.data*', (route) => late.promise.then(() => route.continue()))
    await text(page).fill('One')
    await press(page, 'Save Connection')
    await toast(page, 'Connection saved')
    await text(page).fill('One and two')
    late.resolve()
    await page.waitForURL('**/dashboard/connections')
    await expect.poll(() => held(page, '/journal-drafts')).toEqual(['One and two'])
    expect(await held(page, '/journal-entries')).toEqual(['One'])
  })

  test('does not navigate when it is saved after the user has left the form', async () => {
    const { page } = await area.signUp(fresh)
    const { wait, answer } = await slowly(page)
    await text(page).fill('On its way')
    await press(page, 'Save Connection')
    await wait
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.getByRole('link', { name: 'New Connection' }).click()
    await text(page).fill('Another')
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(request.url()))
    answer()
    await toast(page, 'Connection saved')
    // A navigation would have begun together with the message.
    expect(await held(page, '/journal-entries')).toEqual(['On its way'])
    expect(loaded.filter((url) => url.includes('.data'))).toEqual([])
    await expect(text(page)).toHaveValue('Another')
  })
})

describe('A draft is saved', () => {
  test('while the user types or dictates without a pause', async () => {
    const { page } = await area.signUp(fresh, {
      before: (page) => page.clock.install(),
    })
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'PUT') sent.push(request.postDataJSON().content)
    })
    const words = 'and then he said it'
    for (const letter of words) {
      await text(page).press(letter === ' ' ? 'Space' : letter)
      await page.clock.runFor(1_000)
    }
    await expect.poll(() => sent.length).toBeGreaterThan(0)
    expect(sent[0]?.length).toBeLessThan(words.length)
  })

  test('up to a maximum length that the error names, and a longer text is not sent repeatedly', async () => {
    const { page } = await area.signUp(fresh, { before: (page) => page.clock.install() })
    let sent = 0
    page.on('request', (request) => {
      if (request.method() === 'PUT') sent++
    })
    await text(page).evaluate((field, words) => {
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, words)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }, 'too long '.repeat(23_000))
    await expect(page.getByRole('alert').filter({ hasText: 'at most 100,000 characters' })).toBeVisible()
    await page.clock.runFor(30_000)
    // Another request would have begun before this one.
    await held(page, '/journal-drafts')
    expect(sent).toBe(1)
  })

  test('even when the request before it hangs', async () => {
    const { page } = await area.signUp(fresh, {
      before: (page) => page.clock.install(),
    })
    const hangs = Promise.withResolvers<void>()
    await page.route('**/api/journal-drafts/*', () => hangs.resolve(), { times: 1 })
    await text(page).fill('It began')
    await page.clock.runFor(2_000)
    await hangs.promise
    await text(page).fill('It began on a Sunday')
    await page.clock.runFor(30_000)
    await expect.poll(() => held(page, '/journal-drafts')).toEqual(['It began on a Sunday'])
    await kept(page)
  })
})

test('Text that was typed just before a reload is offered by the new page', async () => {
  const { page } = await area.signUp(fresh)
  const offer = page.getByRole('article', { name: /^Unfinished/ })
  const drafts = '/api/journal-drafts'
  const begun = async () => (await page.request.get(drafts)).json()
  /** @param meanwhile runs after the server has read the drafts for the page, and before the page requests them again */
  const reload = async (meanwhile: () => Promise<unknown>) => {
    await page.route(`**${drafts}`, (route) => meanwhile().then(() => route.continue()), { times: 1 })
    await Promise.all([page.waitForResponse(`**${drafts}`), page.reload()])
  }
  /** Waits for the draft to arrive, because on its own connection it could arrive after the page's request for drafts. */
  const reloadWith = (words: string) =>
    reload(() => expect.poll(async () => JSON.stringify(await begun())).toContain(words))
  await text(page).fill('Typed a moment ago')
  await reloadWith('Typed a moment ago')
  await expect(offer).toContainText('Typed a moment ago')
  await reload(async () => {
    const { id, entry_revision, revision } = (await begun()).drafts[0]
    await page.request.put(`${drafts}/${id}`, {
      data: { content: 'Typed later still', entry_revision, revision },
      headers: { 'Sec-Fetch-Site': 'same-origin' },
    })
  })
  await expect(offer).toContainText('Typed later still')
  const id = uuidv7()
  await saveAs(page, id, 'As it was saved')
  await page.goto(formOf(id))
  await hydrated(page)
  await text(page).fill('And changed a moment ago')
  await reloadWith('And changed a moment ago')
  await expect(offer).toContainText('And changed a moment ago')
  await goOn(page)
  await expect(text(page)).toHaveValue('And changed a moment ago')
})

describe('In two tabs', () => {
  /** Continues the same draft in two tabs. */
  async function both() {
    const { page, tab } = await tabbedArea.signUp(fresh)
    await text(page).fill('Begun')
    await kept(page)
    const other = await tab(fresh)
    await goOn(other)
    await expect(text(other)).toHaveValue('Begun')
    return { page, other }
  }

  test('a draft that is changed in both is split into two drafts', async () => {
    const { page, other } = await both()
    await text(other).fill('Begun, by the other')
    // A continued draft is shown as saved from the start, so the test asks the server.
    await expect.poll(() => held(other, '/journal-drafts')).toEqual(['Begun, by the other'])
    await text(page).fill('Begun, by this one')
    await expect(
      page.getByText('This draft was changed somewhere else while you were editing.'),
    ).toBeVisible()
    await text(page).fill('Begun, by this one, and on')
    await expect
      .poll(() => held(page, '/journal-drafts'))
      .toEqual(['Begun, by the other', 'Begun, by this one, and on'])
    await press(page, 'Save Connection')
    await page.waitForURL('**/dashboard/connections')
    await expect.poll(() => held(page, '/journal-drafts')).toEqual(['Begun, by the other'])
  })

  test.each([
    ['Keep mine', 'Mine'],
    ['Keep the other', 'Theirs'],
  ])('a draft that is saved in both lets the user choose a version: %s', async (choice, stands) => {
    const { page, other } = await both()
    await text(other).fill('Theirs')
    await press(other, 'Save Connection')
    await other.waitForURL('**/dashboard/connections')
    await text(page).fill('Mine')
    await press(page, 'Save Connection')
    await expect(versions(page)).toContainText('Theirs')
    await press(page, choice)
    await page.waitForURL('**/dashboard/connections')
    expect(await held(page, '/journal-entries')).toEqual([stands])
    expect(await held(page, '/journal-drafts')).toEqual([])
  })

  test('text that is typed after the other version was chosen is saved as a draft', async () => {
    const { page, id } = await edit('Before', undefined, tabbedArea)
    const other = await page.context().newPage()
    await other.goto(formOf(id))
    await hydrated(other)
    await text(other).fill('Theirs')
    await press(other, 'Save Connection')
    await expect(other.locator('.entry-text')).toHaveText('Theirs')
    await text(page).fill('Mine')
    await kept(page)
    await press(page, 'Save Connection')
    for (const words of ['Mine', 'Theirs']) await expect(versions(page)).toContainText(words)
    await versions(page).getByRole('button', { name: 'Keep the other' }).click()
    await expect(text(page)).toHaveValue('Theirs')
    await text(page).fill('Theirs, and more')
    await kept(page)
    expect(await held(page, '/journal-drafts')).toEqual(['Theirs, and more'])
  })

  test('an edit of a Connection that the other tab deletes is saved as a new draft', async () => {
    const { page, id } = await edit('Before')
    await send(page, 'DELETE', `/journal-entries/${id}`)
    await text(page).fill('And what came after')
    await expect(
      page.getByText('This connection was deleted somewhere else while you were editing.'),
    ).toBeVisible()
    await expect.poll(() => held(page, '/journal-drafts')).toEqual(['And what came after'])
    await page.goto(fresh)
    await hydrated(page)
    await goOn(page)
    await expect(text(page)).toHaveValue('And what came after')
  })

  describe('the draft of an edit that began before the other tab saved', () => {
    const draft = { content: 'Begun', entry_revision: 1, revision: null }

    test('does not overwrite the saved version without asking', async () => {
      const { page } = await edit('Before', async (page, id) => {
        await send(page, 'PUT', `/journal-drafts/${id}`, draft)
        const change = { content: 'Theirs', revision: 1, keeps_draft: true }
        await send(page, 'PATCH', `/journal-entries/${id}`, change)
      })
      await goOn(page)
      await expect(text(page)).toHaveValue('Begun')
      await press(page, 'Save Connection')
      await expect(versions(page)).toContainText('Theirs')
      await press(page, 'Keep mine')
      await expect(page.locator('.entry-text')).toHaveText('Begun')
      expect(await held(page, '/journal-drafts')).toEqual([])
    })

    test('is kept when the other tab saves before its own draft is saved', async () => {
      const { page } = await edit('Before', (page, id) => send(page, 'PUT', `/journal-drafts/${id}`, draft))
      await text(page).fill('Before.')
      await press(page, 'Save Connection')
      await expect(page.locator('.entry-text')).toHaveText('Before.')
      expect(await held(page, '/journal-drafts')).toEqual(['Begun'])
    })
  })
})

describe('The quick journal dialog asks about text that could not be saved', () => {
  const question = (page: Page) => page.getByRole('dialog', { name: 'You have unsaved changes' })

  async function open(path = '/dashboard/glossary/gaslighting') {
    const { page } = await area.signUp(path)
    if (path === '/dashboard') await page.locator('.sidebar').getByRole('link', { name: 'Glossary' }).click()
    await page
      .getByRole('link', { name: /^Write about / })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: /^Write about / })
    await page.context().setOffline(true)
    await dialog.getByRole('textbox').fill('A few words')
    return { page, dialog }
  }

  test('before it closes by ESC or its button, and shows later errors above itself', async () => {
    const { page, dialog } = await open()
    await page.keyboard.press('Escape')
    await press(page, 'Stay here')
    await expect(dialog.getByRole('textbox')).toHaveValue('A few words')
    await dialog.getByRole('button', { name: 'Save' }).click()
    // Elements behind the dialog cannot be clicked.
    await page.locator('.toast', { hasText: 'Save failed' }).click({ trial: true })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await press(page, 'Leave without it')
    await expect(dialog).toBeHidden()
    await expect(question(page)).toBeHidden()
  })

  test('and stays open, however often ESC is pressed', async () => {
    const { page, dialog } = await open()
    const begun = Date.now()
    for (let time = 0; time < 4; time++) {
      // Two presses within a second would trigger Quick Hide.
      await pressEscape(page, begun + time * 1_100)
      // The browser closes a dialog at once, React after the next frame.
      await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))))
      await expect(dialog.getByRole('textbox')).toBeVisible()
      await expect(dialog.getByRole('textbox')).toHaveValue('A few words')
    }
  })

  test('before Back leaves its page', async () => {
    const { page, dialog } = await open('/dashboard')
    await page.goBack()
    await press(page, 'Stay here')
    await expect(dialog.getByRole('textbox')).toHaveValue('A few words')
    await page.goBack()
    await press(page, 'Leave without it')
    await page.waitForURL('**/dashboard')
  })
})

describe('The error about a failed save is shown until the draft is saved again', () => {
  test('in the form', async () => {
    const { page } = await area.signUp(fresh)
    await page.context().setOffline(true)
    await text(page).fill('Written in a tunnel')
    await press(page, 'Save Connection')
    await toast(page, 'Error')
    await page.context().setOffline(false)
    await kept(page)
    await expect(page.locator('.toast')).toHaveCount(0)
  })

  test('in the dialog beside a term', async () => {
    const { page } = await area.signUp('/dashboard/glossary/gaslighting')
    await page.getByRole('link', { name: 'Write about Gaslighting' }).click()
    await page.context().setOffline(true)
    await page.getByRole('textbox', { name: 'Your Connection' }).fill('Written in a tunnel')
    await press(page, 'Save')
    await toast(page, 'Save failed')
    await page.context().setOffline(false)
    await expect(page.locator('.toast')).toHaveCount(0)
    expect(await held(page, '/journal-drafts')).toEqual(['Written in a tunnel'])
  })
})

describe('The error about a failed save does not cover the button in a small or large window', () => {
  /** Presses the button at the bottom of each window while saving fails. */
  async function saveInVain(page: Page, name: string) {
    await page.route('**/api/journal-entries', (route) => route.abort())
    const button = page.getByRole('button', { name, exact: true })
    for (const [width, height] of [
      [360, 640],
      [1280, 800],
    ] as const) {
      await page.setViewportSize({ width, height })
      await button.evaluate((button) => scrollBy(0, button.getBoundingClientRect().bottom - innerHeight + 4))
      await button.click()
      const message = page.locator('.toast')
      await expect(message).toBeInViewport({ ratio: 1 })
      await expect(button).toBeInViewport({ ratio: 1 })
      for (const other of [button, page.locator('.quick-hide:visible').last()])
        await expect
          .poll(async () => overlap(await message.boundingBox(), await other.boundingBox()))
          .toBe(false)
    }
  }

  test('in the form, also after a dialog over it', async () => {
    const { page } = await area.signUp(fresh)
    await text(page).fill('Half a thought')
    await kept(page)
    await saveInVain(page, 'Save Connection')
    // An open dialog contains the messages; when it closes they return to the page.
    await page.route('**/api/journal-drafts/*', (route) => route.abort())
    await text(page).fill('Kept nowhere')
    await expect(page.getByText('Your draft couldn’t be saved.')).toBeVisible()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await press(page, 'Stay here')
    await saveInVain(page, 'Save Connection')
  })

  test('in the dialog beside a term', async () => {
    const { page } = await area.signUp('/dashboard/glossary/gaslighting')
    await page.getByRole('link', { name: 'Write about Gaslighting' }).click()
    // A saved draft dismisses the error, so it must be saved before.
    const draftSaved = page.waitForResponse('**/api/journal-drafts/*')
    await page.getByRole('textbox', { name: 'Your Connection' }).fill('Half a thought')
    await draftSaved
    await saveInVain(page, 'Save')
  })
})

test('A user whose session ended elsewhere sees so when saving, and can save after signing in in another tab', async () => {
  const { email, otherCookie } = await tabbedArea.createUser()
  const { page, tab } = await tabbedArea.signIn(email, fresh)
  await tabbedArea.post('/dashboard/settings', { intent: 'end-others' }, otherCookie)
  await text(page).fill('Not for nothing')
  await press(page, 'Save Connection')
  await expect(page.locator('.toast')).toContainText('You’re signed out.')
  const other = await tab('/auth-test')
  await submitSignIn(other, email)
  await other.waitForURL('**/dashboard')
  await press(page, 'Save Connection')
  await page.waitForURL('**/dashboard/connections')
  expect(await held(page, '/journal-entries')).toEqual(['Not for nothing'])
})

type Box = { x: number; y: number; width: number; height: number } | null

/** Whether two boxes overlap. */
const overlap = (one: Box, other: Box) =>
  !one ||
  !other ||
  (one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height)

/** Delays the response to the next save. */
async function slowly(page: Page) {
  const [gone, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  await page.route(
    '**/api/journal-entries{,/*}',
    async (route) => {
      gone.resolve()
      await answered.promise
      await route.continue()
    },
    { times: 1 },
  )
  return { wait: gone.promise, answer: () => answered.resolve() }
}
