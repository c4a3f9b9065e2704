import { afterAll, expect, test } from 'vitest'
import { launchBrowser, newPage } from '../support/browser.ts'
import { ownNode } from '../support/product.ts'
import { startFixture } from '../support/start-directory.ts'

const { clone, newDataDir, start } = startFixture()
const launched = launchBrowser()
afterAll(async () => (await launched).close())

test('As `npm run dev` serves them, a page without React finds its elements, and React takes over one of its own', async () => {
  const command = [...ownNode(clone), '--dev']
  const { address } = await start({ DATA_DIR: await newDataDir() }, { command })
  const { page, consoleErrors } = await newPage(await launched, { address })
  await page.goto('/')
  await page.waitForFunction(() => customElements.get('header-search'))
  await page.goto('/demo/home')
  // What React writes on each element that it has taken over.
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__reactFiber')),
  )
  // Browsers hide a nonce, and our elements add to what the server wrote: React says so in development alone.
  const others = consoleErrors.filter(
    (error) => !error.includes("attributes of the server rendered HTML didn't match"),
  )
  expect(others, 'its own Content-Security-Policy, or a socket that nobody answers').toEqual([])
})
