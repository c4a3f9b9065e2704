/** `npm run film`: records the start page's film and captions. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import '../src/server/build/yaml-imports.ts'
import { launchBrowser, newPage } from '../test/support/browser.ts'
import { startProduct } from '../test/support/product.ts'
import { captionsOf, encode, Recorder } from './screenshots/recorder.ts'
import { hideTips, load, size } from './screenshots/shots.ts'

// After the hook that lets Node import the catalogs of messages.
const { filmWords } = await import('../src/domains/editorial/film.contract.ts')

const scale = 1.5
const folder = join(import.meta.dirname, '../src/domains/editorial/ui/assets/film')
const data = await mkdtemp(join(tmpdir(), 'unfog-film-'))
const product = await startProduct({ DATA_DIR: data, PORT: '0' })
const browser = await launchBrowser({ whole: true })
try {
  const { page } = await newPage(browser, {
    address: product.address,
    ...size,
    deviceScaleFactor: scale,
    reducedMotion: true,
  })
  await hideTips(page)
  const film = new Recorder(page)
  const words = filmWords().values()
  const scene = () => film.say(words.next().value ?? '')
  await load(page, '/')
  scene()
  await film.hold(3.5)
  scene()
  await film.reach('header [role=combobox]')
  await page.locator('header [role=combobox]').first().click()
  await film.type('header [role=combobox]', 'gasl')
  await page.locator('header [role=option]').first().waitFor()
  await film.hold(1.6)
  await film.reach('header [role=option]')
  await page.locator('header [role=option]').first().click()
  await page.waitForURL('**/glossary/gaslighting')
  await load(page, '/glossary/gaslighting')
  scene()
  await film.hold(3)
  await film.scroll(460)
  await film.hold(2.5)
  await film.scroll(420)
  await film.hold(2)
  for (const [path, before, distance, after] of [
    ['/demo/connections', 3.5, 520, 4],
    ['/demo/favorites', 1.5, 360, 2.5],
    ['/demo/home', 2, 320, 2.5],
  ] as const) {
    await load(page, path)
    scene()
    await film.hold(before)
    await film.scroll(distance)
    await film.hold(after)
  }
  await load(page, '/glossary/gaslighting')
  // Not earlier: `route` disables the cache, and fonts would load late.
  await page.route(
    ({ origin }) => origin !== product.address,
    (route) =>
      route.fulfill({
        contentType: 'text/html',
        body: '<body style="margin:70px auto;max-width:600px;font:20px/1.6 sans-serif"><h1>Lemon cake</h1><p>Three eggs, a cup of sugar, one and a half cups of flour, the juice of two lemons.',
      }),
  )
  scene()
  await film.hold(1.5)
  await film.reach('quick-hide button')
  await film.hold(1.2)
  await page.locator('quick-hide button').first().click()
  await page.getByText('Lemon cake').waitFor()
  await film.hold(3)
  await page.unrouteAll()
  await load(page, '/')
  scene()
  await film.hold(4)
  const films = await encode(browser, product.address, film.frames, scale)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'film.vtt'), captionsOf(film.cues))
  for (const [name, bytes] of Object.entries(films)) {
    await writeFile(join(folder, `film.${name}`), bytes)
    console.log(name, `${bytes.length} bytes`)
  }
} finally {
  await browser.close()
  await product.stop()
  await rm(data, { recursive: true, force: true })
}
