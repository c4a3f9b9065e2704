import { afterAll, expect, onTestFailed, test } from 'vitest'
import { launchBrowser, newPage } from '../support/browser.ts'
import { expectExamplesAccessible, hydrated, saveScreenshots } from '../support/component-examples.ts'
import { ownNode } from '../support/product.ts'
import { startFixture } from '../support/start-directory.ts'

const { clone, newDataDir, start } = startFixture()
const launched = launchBrowser()
afterAll(async () => (await launched).close())

/** Milliseconds. Vite compiles every page on its first visit, and axe checks every example. */
const timeout = 480_000

test(
  'With `npm run dev`, public pages define their elements, demo pages hydrate, and every component has an accessible example',
  async () => {
    const command = [...ownNode(clone), '--dev']
    const { address } = await start({ DATA_DIR: await newDataDir() }, { command })
    const { page, consoleErrors } = await newPage(await launched, { address })
    await page.goto('/')
    await page.waitForFunction(() => customElements.get('header-search'))
    await page.goto('/demo/home')
    await hydrated(page)
    onTestFailed(() => saveScreenshots(page))
    await expectExamplesAccessible(page)
    // Browsers hide the nonce, and custom elements change the HTML of the server: React reports both, in development only.
    const others = consoleErrors.filter(
      (error) => !error.includes("attributes of the server rendered HTML didn't match"),
    )
    expect(others, 'its own Content-Security-Policy, or a socket that nobody answers').toEqual([])
  },
  timeout,
)
