/** `npm run screenshots [name…]`: AVIF in two resolutions, and WebP. */
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { launchBrowser } from '../test/support/browser.ts'
import { startProduct } from '../test/support/product.ts'
import { shots, shownTerm, size, themes } from './screenshots/shots.ts'

const selected = process.argv.slice(2)
const folder = join(import.meta.dirname, '../src/domains/editorial/ui/assets/home')
const data = await mkdtemp(join(tmpdir(), 'unfog-screenshots-'))
const product = await startProduct({ DATA_DIR: data, PORT: '0' })
const browser = await launchBrowser({ whole: true })
try {
  await mkdir(folder, { recursive: true })
  for (const [name, shoot] of Object.entries(shots)) {
    if (selected.length > 0 && !selected.includes(name)) continue
    for (const theme of themes) {
      const shot = sharp(await shoot(browser, product.address, theme))
      const small = shot.clone().resize(size)
      const file = (ending: string) => join(folder, `${name}-${theme}${ending}`)
      const avif = { quality: 52, effort: 4 }
      const results = await Promise.all([
        shot.avif({ ...avif, quality: 44 }).toFile(file('-2x.avif')),
        small.clone().avif(avif).toFile(file('.avif')),
        small.webp({ quality: 72, effort: 6 }).toFile(file('.webp')),
      ])
      console.log(name, theme, ...results.map((each) => `${each.format} ${each.width} ${each.size}`))
    }
  }
  // For test/architecture/pictures.test.ts.
  if (selected.length === 0 || ['phone', 'film'].every((name) => selected.includes(name))) {
    const { definition } = await (await fetch(`${product.address}/api/terms/${shownTerm}`)).json()
    const file = join(import.meta.dirname, 'screenshots', 'definition.json')
    await writeFile(file, `${JSON.stringify({ [shownTerm]: definition }, null, 2)}\n`)
  }
} finally {
  await browser.close()
  await product.stop()
  await rm(data, { recursive: true, force: true })
}
