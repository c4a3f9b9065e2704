import type { Page } from 'playwright'
import { describe, expect, test } from 'vitest'
import { submitSignIn } from '../support/account.ts'
import { see } from '../support/journey.ts'
import { hydrated, privateArea } from '../support/private-area.ts'

/* Somebody writes at night on an old phone: answers are lost or another's, saving takes long, and there is a second tab. */

const area = privateArea()
const fresh = '/dashboard/connections/new'
const text = (page: Page) => page.getByRole('textbox', { name: 'What do you want to write down?' })
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click()
const toast = (page: Page, title: string) => see(page.locator('.toast', { hasText: title })).toBeVisible()
const kept = (page: Page) => see(page.getByText('Draft saved.')).toBeVisible()
const goOn = (page: Page) => page.getByRole('link', { name: 'Continue writing' }).click()
const versions = (page: Page) => page.getByRole('dialog', { name: 'Two versions' })

/** What the server holds of the person whose cookie a page has, whatever stands on it. */
const held = (page: Page, path: '/journal-entries' | '/journal-drafts'): Promise<string[]> =>
  page.evaluate(async (path) => {
    const said = await (await fetch(`/api${path}`, { cache: 'no-store' })).json()
    return (said.entries ?? said.drafts).map(({ content }: { content: string }) => content).sort()
  }, path)

/** Saves a Connection of these words and opens it to be changed. @returns the address */
async function change(page: Page, words: string): Promise<string> {
  await text(page).fill(words)
  await press(page, 'Save Connection')
  await page.getByRole('link', { name: 'Freeform Entry' }).first().click()
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await see(text(page)).toHaveValue(words)
  return new URL(page.url()).pathname
}

describe('What is saved', () => {
  test('is not taken for saved, nor for kept, where the page of a portal is the answer', async () => {
    const { page } = await area.signIn((await area.createUser()).email, fresh)
    const portal = { status: 200, contentType: 'text/html', body: '<title>Free Wi-Fi</title>' }
    await page.route('**/api/**', (route) => route.fulfill(portal))
    await text(page).fill('Told to nobody')
    await see(page.getByText('Your draft couldn’t be saved.')).toBeVisible()
    await press(page, 'Save Connection')
    await toast(page, 'Error')
    await see(text(page)).toHaveValue('Told to nobody')
    await page.unroute('**/api/**')
    await press(page, 'Save Connection')
    await page.waitForURL('**/dashboard/connections')
    expect(await held(page, '/journal-entries')).toEqual(['Told to nobody'])
  })

  test.each(['new', 'changed'])(
    'is corrected and saved again where the first answer was lost: %s',
    async (which) => {
      const { page } = await area.signIn((await area.createUser()).email, fresh)
      if (which === 'changed') await change(page, 'Before')
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

  test.each(['new', 'changed'])('leaves on the page what was typed meanwhile: %s', async (which) => {
    const { page } = await area.signIn((await area.createUser()).email, fresh)
    if (which === 'changed') await change(page, 'Before')
    const { wait, answer } = await slowly(page)
    await text(page).fill('One')
    await press(page, 'Save Connection')
    await wait
    await text(page).pressSequentially(' and two')
    answer()
    await toast(page, which === 'new' ? 'Connection saved' : 'Connection updated')
    await see(text(page)).toHaveValue('One and two')
    await kept(page)
    await press(page, 'Save Connection')
    await page.waitForURL((url) => !/new|edit/.test(url.pathname))
    expect(await held(page, '/journal-entries')).toEqual(['One and two'])
    expect(await held(page, '/journal-drafts')).toEqual([])
  })

  test.each(['new', 'changed'])('is what was typed before the scripts came: %s', async (which) => {
    const { page } = await area.signIn((await area.createUser()).email, fresh)
    const path = which === 'changed' ? await change(page, 'Before') : fresh
    const late = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await late.promise
      await route.continue()
    })
    await page.goto(path, { waitUntil: 'commit' })
    await text(page).fill('Typed early')
    late.resolve()
    await hydrated(page)
    await see(text(page)).toHaveValue('Typed early')
    await kept(page)
    await press(page, 'Save Connection')
    await page.waitForURL((url) => !/new|edit/.test(url.pathname))
    expect(await held(page, '/journal-entries')).toEqual(['Typed early'])
  })

  test('does not take along what is typed after it, while the next page is on its way', async () => {
    const { page } = await area.signIn((await area.createUser()).email, fresh)
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

  test('does not lead away from where somebody went meanwhile', async () => {
    const { page } = await area.signIn((await area.createUser()).email, fresh)
    const { wait, answer } = await slowly(page)
    await text(page).fill('On its way')
    await press(page, 'Save Connection')
    await wait
    await page.getByRole('link', { name: 'Cancel' }).click()
    await page.getByRole('link', { name: 'New Connection' }).click()
    await text(page).fill('Another')
    answer()
    await toast(page, 'Connection saved')
    await page.waitForTimeout(500)
    await see(text(page)).toHaveValue('Another')
  })
})

describe('What is being written is kept', () => {
  test('in the middle of it, where somebody dictates and does not pause', async () => {
    const { page } = await area.signIn((await area.createUser()).email, fresh, {
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

  test('up to a length that is said, and what is longer is not sent again and again', async () => {
    const { page } = await area.signIn((await area.createUser()).email, fresh)
    let sent = 0
    page.on('request', (request) => {
      if (request.method() === 'PUT') sent++
    })
    await text(page).evaluate((field, words) => {
      Object.getOwnPropertyDescriptor(HTMLTextAreaElement.prototype, 'value')?.set?.call(field, words)
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }, 'too long '.repeat(23_000))
    await see(page.getByRole('alert').filter({ hasText: 'at most 100,000 characters' })).toBeVisible()
    await page.waitForTimeout(4_000)
    expect(sent).toBe(1)
  })

  test('though what was sent before it hangs', async () => {
    const { page } = await area.signIn((await area.createUser()).email, fresh, {
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

test('What was typed the moment before a reload is offered by the page that comes', async () => {
  const { page } = await area.signIn((await area.createUser()).email, fresh)
  const offer = page.getByRole('article', { name: /^Unfinished/ })
  const drafts = '/api/journal-drafts'
  const begun = async () => (await page.request.get(drafts)).json()
  /** @param meanwhile happens after the server has read the drafts for the page, and before the page asks for them once more */
  const reload = async (meanwhile: () => Promise<unknown>) => {
    await page.route(`**${drafts}`, (route) => meanwhile().then(() => route.continue()), { times: 1 })
    await Promise.all([page.waitForResponse(`**${drafts}`), page.reload()])
  }
  /** Words that were sent before a question may arrive after it, on a line of their own: here they do not. */
  const reloadWith = (words: string) =>
    reload(() => expect.poll(async () => JSON.stringify(await begun())).toContain(words))
  await text(page).fill('Typed a moment ago')
  await reloadWith('Typed a moment ago')
  await see(offer).toContainText('Typed a moment ago')
  await reload(async () => {
    const { id, entry_revision, revision } = (await begun()).drafts[0]
    await page.request.put(`${drafts}/${id}`, {
      data: { content: 'Typed later still', entry_revision, revision },
      headers: { 'Sec-Fetch-Site': 'same-origin' },
    })
  })
  await see(offer).toContainText('Typed later still')
  await page.goto('/dashboard/connections/new')
  await hydrated(page)
  await change(page, 'As it was saved')
  await text(page).fill('And changed a moment ago')
  await reloadWith('And changed a moment ago')
  await see(offer).toContainText('And changed a moment ago')
  await goOn(page)
  await see(text(page)).toHaveValue('And changed a moment ago')
})

describe('In two tabs', () => {
  /** Both go on with the same begun text. */
  async function both() {
    const { page, tab } = await area.signIn((await area.createUser()).email, fresh)
    await text(page).fill('Begun')
    await kept(page)
    const other = await tab(fresh)
    await goOn(other)
    await see(text(other)).toHaveValue('Begun')
    return { page, other }
  }

  test('one begun text becomes two, and neither is lost', async () => {
    const { page, other } = await both()
    await text(other).fill('Begun, by the other')
    // What it went on with is called kept from the beginning.
    await expect.poll(() => held(other, '/journal-drafts')).toEqual(['Begun, by the other'])
    await text(page).fill('Begun, by this one')
    await see(page.getByText('This draft was changed somewhere else while you were editing.')).toBeVisible()
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
  ])('one begun text that both save is a choice: %s', async (choice, stands) => {
    const { page, other } = await both()
    await text(other).fill('Theirs')
    await press(other, 'Save Connection')
    await other.waitForURL('**/dashboard/connections')
    await text(page).fill('Mine')
    await press(page, 'Save Connection')
    await see(versions(page)).toContainText('Theirs')
    await press(page, choice)
    await page.waitForURL('**/dashboard/connections')
    expect(await held(page, '/journal-entries')).toEqual([stands])
    expect(await held(page, '/journal-drafts')).toEqual([])
  })

  test('what is typed after the other version was chosen is kept', async () => {
    const { page, tab } = await area.signIn((await area.createUser()).email, fresh)
    const other = await tab(await change(page, 'Before'))
    await text(other).fill('Theirs')
    await press(other, 'Save Connection')
    await see(other.locator('.entry-text')).toHaveText('Theirs')
    await text(page).fill('Mine')
    await kept(page)
    await press(page, 'Save Connection')
    await versions(page).getByRole('button', { name: 'Keep the other' }).click()
    await see(text(page)).toHaveValue('Theirs')
    await text(page).fill('Theirs, and more')
    await kept(page)
    expect(await held(page, '/journal-drafts')).toEqual(['Theirs, and more'])
  })

  test('a change of what the other deletes is kept as a Connection that was begun', async () => {
    const { page, tab } = await area.signIn((await area.createUser()).email, fresh)
    const path = await change(page, 'Before')
    const other = await tab(path.replace(/\/edit$/, ''))
    await press(other, 'Delete')
    await other.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await other.waitForURL('**/dashboard/connections')
    await text(page).fill('And what came after')
    await see(
      page.getByText('This connection was deleted somewhere else while you were editing.'),
    ).toBeVisible()
    await expect.poll(() => held(page, '/journal-drafts')).toEqual(['And what came after'])
    await other.goto(fresh)
    await goOn(other)
    await see(text(other)).toHaveValue('And what came after')
  })

  describe('a change that was begun before the other saved', () => {
    /** Another page begins a change, and one more saves over the version that it began from. @returns the address, and saves */
    async function begin(page: Page) {
      const path = await change(page, 'Before')
      const id = path.split('/').at(-2) ?? ''
      const send = (method: string, url: string, data: object) =>
        page.request.fetch(`/api/${url}/${id}`, {
          method,
          data,
          headers: { 'Sec-Fetch-Site': 'same-origin' },
        })
      await send('PUT', 'journal-drafts', { content: 'Begun', entry_revision: 1, revision: null })
      return {
        path,
        save: () => send('PATCH', 'journal-entries', { content: 'Theirs', revision: 1, keeps_draft: true }),
      }
    }

    test('does not take its place unasked', async () => {
      const { page } = await area.signIn((await area.createUser()).email, fresh)
      const { path, save } = await begin(page)
      await save()
      await page.goto(path)
      await hydrated(page)
      await goOn(page)
      await see(text(page)).toHaveValue('Begun')
      await press(page, 'Save Connection')
      await see(versions(page)).toContainText('Theirs')
      await press(page, 'Keep mine')
      await see(page.locator('.entry-text')).toHaveText('Begun')
      expect(await held(page, '/journal-drafts')).toEqual([])
    })

    test('stays, though the other saves before a draft of it is kept', async () => {
      const { page } = await area.signIn((await area.createUser()).email, fresh)
      const { path } = await begin(page)
      await page.goto(path)
      await hydrated(page)
      await text(page).fill('Before.')
      await press(page, 'Save Connection')
      await see(page.locator('.entry-text')).toHaveText('Before.')
      expect(await held(page, '/journal-drafts')).toEqual(['Begun'])
    })
  })
})

test('What one person typed does not reach the next who signs in in the same browser', async () => {
  const [one, two] = [await area.createUser(), await area.createUser()]
  let form: Page | undefined
  const { page } = await area.signIn(one.email, fresh, {
    before: async (page) => {
      form = await page.context().newPage()
      await form.goto(`${area.address}/auth-test`)
      // The telephone lets the tab behind it sleep: what it waits for does not come.
      await page.clock.install()
    },
  })
  if (!form) throw new Error('there is no second tab')
  await page.clock.pauseAt(Date.now() + 60_000)
  await text(page).fill('Swallows, for nobody else')
  await submitSignIn(form, two.email)
  await form.waitForURL(`${area.address}/dashboard`)
  await page.waitForURL(`${area.address}/dashboard`)
  await form.waitForTimeout(1_000)
  expect(await held(form, '/journal-drafts')).toEqual([])
})

describe('Over words that could not be kept the quick journal dialog asks', () => {
  const question = (page: Page) => page.getByRole('dialog', { name: 'You have unsaved changes' })

  async function open() {
    const { page } = await area.signIn((await area.createUser()).email, '/dashboard')
    await page.locator('.sidebar').getByRole('link', { name: 'Glossary' }).click()
    await page
      .getByRole('link', { name: /^Write about / })
      .first()
      .click()
    const dialog = page.getByRole('dialog', { name: /^Write about / })
    await page.context().setOffline(true)
    await dialog.getByRole('textbox').fill('A few words')
    return { page, dialog }
  }

  test('before it closes, by ESC or its button, and says above it what fails after that', async () => {
    const { page, dialog } = await open()
    await page.keyboard.press('Escape')
    await press(page, 'Stay here')
    await see(dialog.getByRole('textbox')).toHaveValue('A few words')
    await dialog.getByRole('button', { name: 'Save' }).click()
    // What lies behind the dialog takes no press.
    await page.locator('.toast', { hasText: 'Save failed' }).click({ trial: true })
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await press(page, 'Leave without it')
    await see(dialog).toBeHidden()
    await see(question(page)).toBeHidden()
  })

  test('and stays where it is, however often ESC is pressed', async () => {
    const { page, dialog } = await open()
    for (let time = 0; time < 4; time++) {
      // Twice within a second would leave.
      await page.waitForTimeout(1_100)
      await page.keyboard.press('Escape')
      await page.waitForTimeout(200)
      await see(dialog.getByRole('textbox')).toBeVisible()
      await see(dialog.getByRole('textbox')).toHaveValue('A few words')
    }
  })

  test('before Back leads away from it', async () => {
    const { page, dialog } = await open()
    await page.goBack()
    await press(page, 'Stay here')
    await see(dialog.getByRole('textbox')).toHaveValue('A few words')
    await page.goBack()
    await press(page, 'Leave without it')
    await page.waitForURL('**/dashboard')
  })
})

describe('That it could not be saved is said until its draft is saved again', () => {
  test('in the form', async () => {
    const { page } = await area.signIn((await area.createUser()).email, fresh)
    await page.context().setOffline(true)
    await text(page).fill('Written in a tunnel')
    await press(page, 'Save Connection')
    await toast(page, 'Error')
    await page.context().setOffline(false)
    await kept(page)
    await see(page.locator('.toast')).toHaveCount(0)
  })

  test('in the dialog beside a term', async () => {
    const { page } = await area.signIn((await area.createUser()).email, '/dashboard/glossary/gaslighting')
    await page.getByRole('link', { name: 'Write about Gaslighting' }).click()
    await page.context().setOffline(true)
    await page.getByRole('textbox', { name: 'Your Connection' }).fill('Written in a tunnel')
    await press(page, 'Save')
    await toast(page, 'Save failed')
    await page.context().setOffline(false)
    await see(page.locator('.toast')).toHaveCount(0)
    expect(await held(page, '/journal-drafts')).toEqual(['Written in a tunnel'])
  })
})

describe.each([
  [360, 640],
  [1280, 800],
])('That it could not be saved is read beside the button, on a window of %i by %i,', (width, height) => {
  /** Presses the button where it stands at the foot of the window, in vain. */
  async function saveInVain(page: Page, name: string) {
    await page.route('**/api/journal-entries', (route) => route.abort())
    const button = page.getByRole('button', { name, exact: true })
    await button.evaluate((button) => scrollBy(0, button.getBoundingClientRect().bottom - innerHeight + 4))
    await button.click()
    const message = page.locator('.toast')
    await see(message).toBeInViewport({ ratio: 1 })
    await see(button).toBeInViewport({ ratio: 1 })
    for (const other of [button, page.locator('.quick-hide:visible').last()])
      expect(overlap(await message.boundingBox(), await other.boundingBox())).toBe(false)
  }

  test('of the form, and of the dialog above it', async () => {
    const { page } = await area.signIn((await area.createUser()).email, fresh, { width, height })
    await text(page).fill('Half a thought')
    await kept(page)
    await saveInVain(page, 'Save Connection')
    // What takes the messages in while it is open gives them back.
    await page.route('**/api/journal-drafts/*', (route) => route.abort())
    await text(page).fill('Kept nowhere')
    await see(page.getByText('Your draft couldn’t be saved.')).toBeVisible()
    await page.getByRole('link', { name: 'Cancel' }).click()
    await press(page, 'Stay here')
    await saveInVain(page, 'Save Connection')
  })

  test('of the dialog beside a term', async () => {
    const person = await area.createUser()
    const { page } = await area.signIn(person.email, '/dashboard/glossary/gaslighting', { width, height })
    await page.getByRole('link', { name: 'Write about Gaslighting' }).click()
    await page.getByRole('textbox', { name: 'Your Connection' }).fill('Half a thought')
    await saveInVain(page, 'Save')
  })
})

test('Who was signed out elsewhere is told so when they save, and saves once they have signed in beside it', async () => {
  const { email, otherCookie } = await area.createUser()
  const { page, tab } = await area.signIn(email, fresh)
  await area.post('/dashboard/settings', { intent: 'end-others' }, otherCookie)
  await text(page).fill('Not for nothing')
  await press(page, 'Save Connection')
  await see(page.locator('.toast')).toContainText('You’re signed out.')
  const other = await tab('/auth-test')
  await submitSignIn(other, email)
  await other.waitForURL('**/dashboard')
  await press(page, 'Save Connection')
  await page.waitForURL('**/dashboard/connections')
  expect(await held(page, '/journal-entries')).toEqual(['Not for nothing'])
})

type Box = { x: number; y: number; width: number; height: number } | null

/** Whether two boxes cover one another. */
const overlap = (one: Box, other: Box) =>
  !one ||
  !other ||
  (one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height)

/** Saving is answered late from now on. */
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
