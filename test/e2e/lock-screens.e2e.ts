import type { Page } from 'playwright'
import { v7 as uuidv7 } from 'uuid'
import { describe, inject, test } from 'vitest'
import { signUpByRequest } from '../support/account.ts'
import { expect, journey, type VisitOptions } from '../support/journey.ts'
import { tabTo } from '../support/keyboard.ts'
import { lookAtStep } from '../support/lock-looks.ts'
import {
  beginLock,
  choosePhrase,
  kitBox,
  lockHeading,
  lockJournal,
  lockPage,
  lockPhrase,
  openByPhrase,
  phraseAgainBox,
  phraseBox,
  pressLock,
  readShownKit,
  toLockPage,
  typeWordsBack,
} from '../support/lock-screens.ts'
import { hydrated } from '../support/private-area.ts'

const address = inject('address')
const { visit } = journey()
const headers = { 'Sec-Fetch-Site': 'same-origin' }
const otherPhrase = 'seventeen copper kettles under moonlight'

type Locks = { locks: { id: string; state: string; rows: number; generation: number }[]; plain: number }
const readLocks = async (page: Page): Promise<Locks> =>
  (await page.request.get(`${address}/api/journal-lock`)).json()
const says = (page: Page, words: string | RegExp) =>
  expect(
    page.getByRole('main').getByText(words, typeof words === 'string' ? { exact: true } : {}),
  ).toBeVisible()

const text = (page: Page) => page.getByRole('textbox', { name: 'What do you want to write down?' })

/** A new person with so many Connections, on the page of the lock. */
async function writer(count: number, options: VisitOptions = {}) {
  const { page } = await visit(lockPage, {
    ...options,
    before: async (page) => {
      await signUpByRequest(page, address)
      const entries = Array.from({ length: count }, (_, number) => ({ content: `Number ${number}.` }))
      for (const data of entries) await write(page, data)
      await options.before?.(page)
    },
  })
  await hydrated(page)
  return page
}

async function write(page: Page, data: object): Promise<{ id: string }> {
  const answer = await page.request.post(`${address}/api/journal-entries`, { data, headers })
  expect(answer.status()).toBe(201)
  return answer.json()
}

/** The texts of the first Connections in the list. */
async function listed(page: Page): Promise<string[]> {
  await page.getByRole('link', { name: 'Back to Connections' }).click()
  await page.locator('[data-items] > li').first().waitFor()
  return page.locator('[data-items] > li').allInnerTexts()
}

describe('Locking a journal', () => {
  test('sends nothing before the last step, and then moves everything', async () => {
    const page = await writer(3)
    const { id } = await write(page, { content: 'First version.' })
    const change = { revision: 1, content: 'Second version.' }
    await page.request.patch(`${address}/api/journal-entries/${id}`, { data: change, headers })
    const deleted = await write(page, { content: 'Deleted.' })
    await page.request.delete(`${address}/api/journal-entries/${deleted.id}`, { headers })
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(`${request.url()} ${request.postData()}`)
    })
    await pressLock(page, 'Set up your lock')
    await choosePhrase(page)
    await pressLock(page, 'Continue')
    const kit = await readShownKit(page)
    expect(sent).toEqual([])
    await pressLock(page, 'Lock my journal')
    await expect(page.getByText(/^That isn’t word \d+/).first()).toBeVisible()
    expect(sent).toEqual([])
    await pressLock(page, 'Show the words again')
    expect(await readShownKit(page)).toEqual(kit)
    await typeWordsBack(page, kit)
    await pressLock(page, 'Lock my journal')
    await says(page, 'Your journal is locked')
    const { locks, plain } = await readLocks(page)
    expect(plain).toBe(0)
    expect(locks).toMatchObject([{ state: 'locked', rows: 6 }])
    const stored = await page.evaluate(() =>
      JSON.stringify([{ ...localStorage }, { ...sessionStorage }, location.href]),
    )
    expect(stored + sent).not.toMatch(new RegExp(`${lockPhrase}|umbrella|${kit.slice(0, 3).join(' ')}`))
    expect((await listed(page)).join()).toContain('Second version.')
  })

  test('refuses weak phrases, own words, and two that differ', async () => {
    const page = await writer(0)
    await pressLock(page, 'Set up your lock')
    const { email } = await (await page.request.get(`${address}/api/profile`)).json()
    for (const [first, second, problem] of [
      ['', '', 'Please type your phrase.'],
      // zxcvbn's 3 of 4.
      ['granite otters', 'granite otters', /Someone with many computers could still guess this/],
      ['granite otters', 'granite otters', 'Almost there. One more word makes it strong enough.'],
      ['password', 'password', /Someone with many computers could still guess this/],
      [lockPhrase, `${lockPhrase} `, 'The two phrases aren’t the same. Please type the second one again.'],
      ...(email
        ? [[email, email, 'Please choose something other than your name or your email address.']]
        : []),
    ] as const) {
      await phraseBox(page).fill(first)
      await phraseAgainBox(page).fill(second)
      await pressLock(page, 'Continue')
      await says(page, problem)
    }
    await pressLock(page, 'Suggest a phrase')
    await expect(phraseBox(page)).toHaveValue(/^(?:[a-z]+ ){5}[a-z]+$/)
    await says(page, 'This is very hard to guess.')
    await pressLock(page, 'Continue')
    await expect(lockHeading(page, 'Your recovery kit')).toBeFocused()
  })

  test('treats the phrase as a secret: for screen readers, keyboards, and the memory of browsers', async () => {
    const page = await writer(0)
    await pressLock(page, 'Set up your lock')
    await choosePhrase(page)
    const client = await page.context().newCDPSession(page)
    const spoken = async () => JSON.stringify(await client.send('Accessibility.getFullAXTree'))
    await expect(phraseBox(page)).toHaveAttribute('type', 'password')
    // With `off` and `new-password`, Chromium offers to save it.
    await expect(phraseBox(page)).toHaveAttribute('autocomplete', 'one-time-code')
    expect(await spoken()).not.toContain('umbrella')
    await pressLock(page, 'Show your phrase')
    expect(await spoken()).toContain('umbrella')
    await expect(phraseBox(page)).toHaveAttribute('autocomplete', 'one-time-code')
    await expect(page.getByText(lockPhrase, { exact: true })).toBeVisible()
    const field = await phraseBox(page).elementHandle()
    await pressLock(page, 'Continue')
    await expect(lockHeading(page, 'Your recovery kit')).toBeFocused()
    expect(await field?.evaluate((input: HTMLInputElement) => input.value)).toBe('')
  })

  test('loses nothing that was entered when the proof of who it is has become too old', async () => {
    const page = await writer(1)
    await page.route('**/api/journal-lock', (route) =>
      route.request().method() === 'POST'
        ? route.fulfill({ status: 403, json: { detail: 'Prove it.', prove: '/auth-test/prove' } })
        : route.continue(),
    )
    await beginLock(page)
    await says(page, /It’s been a while/)
    await expect(page.getByRole('link', { name: 'Confirm in a new tab' })).toHaveAttribute(
      'href',
      /^\/auth-test\/prove\?next=%2Fdashboard%2Fconnections%2Flock$/,
    )
    await page.unroute('**/api/journal-lock')
    await pressLock(page, 'Lock my journal')
    await says(page, 'Your journal is locked')
  })

  test.each([1, 2, 3])('that is killed at request %i goes on after a reload', async (killed) => {
    const page = await writer(1)
    const entries = Array.from({ length: 249 }, (_, number) => ({
      id: uuidv7(),
      created_at: new Date(Date.UTC(2024, 0, 1, 0, number)).toISOString(),
      content: `Imported ${number}.`,
    }))
    for (const part of [entries.slice(0, 100), entries.slice(100, 200), entries.slice(200)]) {
      const data = { entries: part }
      const answer = await page.request.post(`${address}/api/journal-imports`, { data, headers })
      expect(answer.ok()).toBe(true)
    }
    let requests = 0
    let arrived = false
    await page.route('**/api/journal-lock/rows', async (route) => {
      if (route.request().method() !== 'POST' || ++requests < killed) return route.continue()
      // It arrives, but the page is gone.
      await route.fetch({ headers: { ...route.request().headers(), ...headers } })
      await page.reload().catch(() => {})
      arrived = true
    })
    await beginLock(page)
    await expect.poll(() => arrived, { timeout: 15_000 }).toBe(true)
    await page.unroute('**/api/journal-lock/rows')
    await toLockPage(page)
    await expect(lockHeading(page, 'Not finished yet')).toBeFocused()
    expect((await readLocks(page)).plain).toBe(250 - Math.min(250, 100 * killed))
    await phraseBox(page).fill('another phrase')
    await pressLock(page, 'Open')
    await says(page, /doesn’t open your journal/)
    await openByPhrase(page)
    await says(page, 'Your journal is locked')
    expect(await readLocks(page)).toMatchObject({ plain: 0, locks: [{ state: 'locked', rows: 250 }] })
    expect((await listed(page)).join()).toMatch(/Imported \d+\./)
  })

  test('can be stopped, and taken back', async () => {
    const page = await writer(2)
    let release = () => {}
    const stopped = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/api/journal-lock/rows', async (route) => {
      if (route.request().method() === 'POST') await stopped
      await route.continue().catch(() => {})
    })
    await beginLock(page)
    await expect(page.getByRole('progressbar', { name: 'Locking your journal' })).toBeVisible()
    await pressLock(page, 'Stop')
    await expect(lockHeading(page, 'Not finished yet')).toBeFocused()
    release()
    await page.unroute('**/api/journal-lock/rows')
    await pressLock(page, 'Unlock again instead')
    await says(page, 'Your journal is unlocked')
    expect(await readLocks(page)).toEqual({ locks: [], plain: 2 })
  })
})

describe('A locked journal', () => {
  test('opens by phrase and by kit, with slips, and closes', async () => {
    const page = await writer(1)
    const kit = await lockJournal(page)
    await pressLock(page, 'Close it now')
    await says(page, 'Your journal is closed')
    await openByPhrase(page)
    await says(page, /It’s open on this page/)
    await expect(lockHeading(page, 'Your journal is open')).toBeFocused()
    await toLockPage(page)
    await says(page, /It’s closed on this page/)
    await pressLock(page, 'Use your recovery kit')
    await kitBox(page).fill(kit.slice(0, 23).join('\n'))
    await pressLock(page, 'Open')
    await says(page, 'Your kit has 24 words. You typed 23.')
    await kitBox(page).fill([...kit.slice(1), kit[0]].join(' '))
    await pressLock(page, 'Open')
    await expect(page.getByRole('alert')).toContainText(/aren’t a kit|older kit/)
    await kitBox(page).fill(
      kit.map((word, place) => `${place + 1}. ${word.slice(0, 4).toUpperCase()}`).join(', '),
    )
    await pressLock(page, 'Open')
    await says(page, /It’s open on this page/)
  })

  test('gets a new phrase and a new kit, and the old ones open nothing', async () => {
    const page = await writer(1)
    const kit = await lockJournal(page)
    await pressLock(page, 'Change your phrase')
    await openByPhrase(page)
    await expect(lockHeading(page, 'Choose a new phrase')).toBeFocused()
    await choosePhrase(page, otherPhrase)
    await pressLock(page, 'Change your phrase')
    await says(page, 'Your phrase is changed')
    await pressLock(page, 'Make a new recovery kit')
    await openByPhrase(page, otherPhrase)
    await expect(lockHeading(page, 'Make a new recovery kit')).toBeFocused()
    const newKit = await readShownKit(page)
    await typeWordsBack(page, newKit)
    await pressLock(page, 'Use this kit from now on')
    await says(page, 'Your new recovery kit is ready')
    await pressLock(page, 'Close it now')
    await openByPhrase(page)
    await says(page, /doesn’t open your journal/)
    await pressLock(page, 'Use your recovery kit')
    await kitBox(page).fill(kit.join(' '))
    await pressLock(page, 'Open')
    await expect(page.getByRole('alert')).toContainText('older kit')
    await kitBox(page).fill(newKit.join(' '))
    await pressLock(page, 'Open')
    await says(page, /It’s open on this page/)
  })

  test('gets a new phrase by its kit when the phrase is forgotten', async () => {
    const page = await writer(1)
    const kit = await lockJournal(page)
    await pressLock(page, 'Close it now')
    await pressLock(page, 'I forgot my phrase but have my kit')
    await kitBox(page).fill(kit.join(' '))
    await pressLock(page, 'Open')
    await choosePhrase(page, otherPhrase)
    await pressLock(page, 'Change your phrase')
    await says(page, 'Your phrase is changed')
    await pressLock(page, 'Close it now')
    await openByPhrase(page, otherPhrase)
    await says(page, /It’s open on this page/)
  })

  test('says so when another device changed it first', async () => {
    const page = await writer(1)
    await lockJournal(page)
    await pressLock(page, 'Change your phrase')
    await openByPhrase(page)
    await choosePhrase(page, otherPhrase)
    await page.route('**/keyring', (route) =>
      route.fulfill({ status: 409, json: { detail: 'Changed.', current: {} } }),
    )
    await pressLock(page, 'Change your phrase')
    await says(page, /Another device changed this lock a moment ago/)
    await page.unroute('**/keyring')
    expect((await readLocks(page)).locks[0]?.generation).toBe(1)
  })

  test('opens by passkeys, which can be added and removed', async () => {
    const page = await writer(1)
    const client = await page.context().newCDPSession(page)
    await client.send('WebAuthn.enable')
    await client.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        ...{ protocol: 'ctap2', ctap2Version: 'ctap2_1', transport: 'internal', hasResidentKey: true },
        ...{
          hasUserVerification: true,
          isUserVerified: true,
          automaticPresenceSimulation: true,
          hasPrf: true,
        },
      },
    })
    await lockJournal(page)
    await pressLock(page, 'Add a passkey')
    await openByPhrase(page)
    await pressLock(page, 'Create the passkey')
    await says(page, 'Please give it a name.')
    await page.getByRole('textbox', { name: 'A name for it' }).fill('My phone')
    await pressLock(page, 'Create the passkey')
    await says(page, 'Your passkey is added')
    await pressLock(page, 'Close it now')
    await pressLock(page, 'Open with a passkey')
    await says(page, /It’s open on this page/)
    await pressLock(page, 'Remove the passkey “My phone”')
    await pressLock(page, 'Open with a passkey')
    await expect(lockHeading(page, 'Remove the passkey “My phone”?')).toBeFocused()
    await pressLock(page, 'Remove')
    await says(page, 'The passkey is removed')
    await expect(page.getByText('My phone')).toHaveCount(0)
  })

  test('is unlocked for good, with everything in it', async () => {
    const page = await writer(3)
    await lockJournal(page)
    await toLockPage(page)
    await pressLock(page, 'Unlock for good')
    await openByPhrase(page)
    await pressLock(page, 'Unlock my journal')
    await says(page, 'Your journal is unlocked')
    expect(await readLocks(page)).toEqual({ locks: [], plain: 3 })
    expect((await listed(page)).join()).toMatch(/Number 2\.[\s\S]*Number 1\.[\s\S]*Number 0\./)
  })

  test('that someone else begins to unlock gets no plain text, and is locked again', async () => {
    const page = await writer(2)
    await lockJournal(page)
    await page.getByRole('link', { name: 'Back to Connections' }).click()
    await page.getByRole('link', { name: 'New Connection' }).click()
    await text(page).fill('He hid my keys.')
    await expect(page.getByText('Draft saved.')).toBeVisible()
    const [lock] = (await readLocks(page)).locks
    // With the account's password.
    const unlock = await page.request.post(`${address}/api/journal-lock/${lock?.id}/unlock`, { headers })
    expect(unlock.status()).toBe(200)
    const sent: string[] = []
    page.on('request', (request) => sent.push(request.postData() ?? ''))
    await text(page).fill('He hid my keys again.')
    await says(page, 'Did you unlock your journal?')
    await expect(page.getByText(/haven’t confirmed here that you unlocked it/)).toBeVisible()
    expect(sent.join()).not.toContain('keys')
    expect((await readLocks(page)).plain).toBe(0)

    await toLockPage(page)
    await openByPhrase(page)
    await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible()
    await says(page, /^If you didn’t begin this, someone else may have/)
    expect(sent.join()).not.toContain('keys')
    expect((await readLocks(page)).plain).toBe(0)
    await pressLock(page, 'Keep it locked')
    await says(page, 'Your journal is locked')
    expect(await readLocks(page)).toMatchObject({ plain: 0, locks: [{ state: 'locked', rows: 3 }] })
  })

  test('that someone else set aside comes back locked', async () => {
    const page = await writer(2)
    await lockJournal(page)
    const [lock] = (await readLocks(page)).locks
    await page.request.post(`${address}/api/journal-lock/${lock?.id}/set-aside`, { headers })
    await page.goto('/dashboard/connections')
    await page.getByRole('link', { name: 'A locked journal is set aside.' }).click()
    await pressLock(page, 'Open it and bring it back')
    await openByPhrase(page)
    await says(page, 'Your journal is locked')
    expect(await readLocks(page)).toMatchObject({ plain: 0, locks: [{ state: 'locked', rows: 2 }] })
  })

  test('that nobody can open is set aside, and brought back into a newer lock once its kit is found', async () => {
    const page = await writer(2)
    const kit = await lockJournal(page)
    await toLockPage(page)
    await pressLock(page, 'I have nothing that opens it')
    await expect(lockHeading(page, 'If you can’t open it')).toBeFocused()
    await says(page, /Nothing is deleted/)
    await pressLock(page, 'Set it aside and start again')
    await says(page, 'Your locked journal is set aside')
    expect(await readLocks(page)).toMatchObject({ plain: 0, locks: [{ state: 'set_aside', rows: 2 }] })
    await write(page, { content: 'Written meanwhile.' })
    await lockJournal(page, otherPhrase)
    await pressLock(page, 'Open it and bring it back')
    const region = page.getByRole('region', { name: /set aside/ })
    await region.getByRole('button', { name: 'Use your recovery kit' }).click()
    await kitBox(page).fill(kit.join(' '))
    await region.getByRole('button', { name: 'Open', exact: true }).click()
    await says(page, 'Your journal is back')
    expect(await readLocks(page)).toMatchObject({ plain: 0, locks: [{ state: 'locked', rows: 3 }] })
    expect((await listed(page)).join()).toMatch(/Written meanwhile[\s\S]*Number 1/)
  })
})

describe('Every step', () => {
  test('is accessible, fits the window and works by keyboard alone', async () => {
    const page = await writer(2, { reducedMotion: true })
    const pressAt = async (name: string | RegExp) => {
      await tabTo(page.getByRole('main').getByRole('button', { name, exact: true }))
      await page.keyboard.press('Enter')
    }
    const type = async (name: string, words: string) => {
      await tabTo(page.getByRole('main').getByLabel(name, { exact: true }))
      await page.keyboard.type(words)
    }
    await lookAtStep(page, '1-introduction')
    await pressAt('Set up your lock')
    await expect(lockHeading(page, 'Choose your phrase')).toBeFocused()
    await type('Your phrase', 'password')
    await pressAt('Continue')
    await says(page, /Someone with many computers could still guess this/)
    await lookAtStep(page, '2-phrase')
    await page.keyboard.press('Control+A')
    await page.keyboard.type(lockPhrase)
    await type('Your phrase again', lockPhrase)
    await page.keyboard.press('Enter')
    await expect(lockHeading(page, 'Your recovery kit')).toBeFocused()
    await lookAtStep(page, '3-kit')
    const kit = await page.locator('.kit code').allTextContents()
    await expect(lockHeading(page, 'Your recovery kit')).toHaveAccessibleDescription('Step 2 of 3')
    await Promise.all([page.waitForEvent('download'), pressAt('Save as a file')])
    await says(page, 'The file is in your downloads.')
    await page.emulateMedia({ media: 'print' })
    // biome-ignore lint/performance/useDomNodeTextContent: only what is printed matters
    const paper = await page.locator('body').innerText()
    expect(paper.replace(/\s+/g, ' ')).toContain(kit[0])
    expect(paper).not.toMatch(/journal|lock|unfog|kit|recovery|file|step/i)
    await page.emulateMedia({ media: 'screen' })
    await pressAt('I have them')
    await page.keyboard.press('Tab')
    await page.keyboard.type('wrong')
    await page.keyboard.press('Enter')
    await expect(page.getByText(/^That isn’t word/).first()).toBeVisible()
    await lookAtStep(page, '4-check')
    await typeWordsBack(page, kit)
    await page.route('**/api/journal-lock/rows', async (route) => {
      if (route.request().method() === 'POST') await seen
      await route.continue().catch(() => {})
    })
    let goOn = () => {}
    const seen = new Promise<void>((resolve) => {
      goOn = resolve
    })
    await pressAt('Lock my journal')
    await expect(lockHeading(page, 'Locking your journal')).toBeFocused()
    await lookAtStep(page, '5-moving')
    goOn()
    await says(page, 'Your journal is locked')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your journal’s lock')
    await lookAtStep(page, '6-manage')
    await page.unroute('**/api/journal-lock/rows')
    await toLockPage(page)
    await type('Your phrase', 'wrong')
    await page.keyboard.press('Enter')
    await says(page, /doesn’t open your journal/)
    await lookAtStep(page, '7-closed')
    await pressAt('Use your recovery kit')
    await type('Your 24 words', `${kit.slice(0, 23).join(' ')} zzzzz`)
    await pressAt('Open')
    await expect(page.getByRole('alert')).toContainText('Word 24')
    await lookAtStep(page, '8-kit-problem')
    await pressAt('I have nothing that opens it')
    await lookAtStep(page, '9-lost')
    await pressAt('Back')
    await pressAt('Unlock for good')
    await lookAtStep(page, '10-unlock')
    await pressAt('Cancel')
    await pressAt('Add a passkey')
    await lookAtStep(page, '11-unwrap')
    await type('Your phrase', lockPhrase)
    await page.keyboard.press('Enter')
    await expect(lockHeading(page, 'Add a passkey')).toBeFocused()
    await lookAtStep(page, '12-passkey')
    await pressAt('Cancel')
    await page.goto('/dashboard/connections')
    await hydrated(page)
    await expect(page.getByRole('button', { name: 'Open', exact: true })).toBeVisible()
    await lookAtStep(page, '13-gate')
    await page.goto('/dashboard/settings')
    await says(page, 'Your journal is locked.')
    await page.getByRole('link', { name: 'Manage your lock' }).click()
    await pressLock(page, 'I have nothing that opens it')
    await pressLock(page, 'Set it aside and start again')
    await says(page, 'Your locked journal is set aside')
    await pressLock(page, 'Open it and bring it back')
    await lookAtStep(page, '14-set-aside')
  })

  test('says without JavaScript what it needs', async () => {
    const { page } = await visit(lockPage, {
      javaScript: false,
      before: (page) => signUpByRequest(page, address),
    })
    await expect(page.getByText(/^The lock needs JavaScript/).filter({ visible: true })).toHaveCount(1)
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
  })
})
