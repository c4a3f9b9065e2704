import { afterAll, expect, test } from 'vitest'
import { launchBrowser, newPage } from '../support/browser.ts'
import { ownNode } from '../support/product.ts'
import { startFixture } from '../support/start-directory.ts'

const { clone, newDataDir, start } = startFixture()
const launched = launchBrowser()
afterAll(async () => (await launched).close())

test('With `npm run dev`, a public page defines its custom elements and a demo page hydrates', async () => {
  const command = [...ownNode(clone), '--dev']
  const { address } = await start({ DATA_DIR: await newDataDir() }, { command })
  const { page, consoleErrors } = await newPage(await launched, { address })
  await page.goto('/')
  await page.waitForFunction(() => customElements.get('header-search'))
  await page.goto('/demo/home')
  // React adds this property to every element it hydrates.
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main') ?? {}).some((key) => key.startsWith('__reactFiber')),
  )
  // Browsers hide the nonce, and custom elements change the HTML of the server: React reports both, in development only.
  const others = consoleErrors.filter(
    (error) => !error.includes("attributes of the server rendered HTML didn't match"),
  )
  expect(others, 'its own Content-Security-Policy, or a socket that nobody answers').toEqual([])
})
