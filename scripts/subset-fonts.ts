/** Subsets the fonts to English text, by hand when a font's version changes; the results are committed. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/** With loanwords' accents; other characters use the fallback font. */
const prose = ` ${letters}.,:;!?'"()-/’‘“”–—…éèïöüç`
const allCharacters = `${prose}&%$#+=@_©`

type Axes = Record<string, number | { min: number; max: number }>

const fonts: { name: string; file: string; text: string; axes: Axes }[] = [
  // A second instance would exceed the budget.
  { name: 'literata', file: 'literata-latin-opsz-normal', text: prose, axes: { wght: 480, opsz: 30 } },
  {
    name: 'atkinson-hyperlegible-next',
    file: 'atkinson-hyperlegible-next-latin-wght-normal',
    text: allCharacters,
    axes: { wght: { min: 400, max: 600 } },
  },
]

/** Other features and hints would cost 4 kB. */
const subsetOptions = {
  keepFeatures: ['kern'],
  noHinting: true,
  // Kerning by weight costs 1.2 kB for less than a hundredth of a letter's width.
  dropTables: ['vhea', 'vmtx', 'STAT', 'GSUB', 'GDEF'],
}

const target = new URL('../src/ui/fonts/', import.meta.url)
await mkdir(target, { recursive: true })
for (const { name, file, text, axes } of fonts) {
  const source = fileURLToPath(import.meta.resolve(`@fontsource-variable/${name}/files/${file}.woff2`))
  const font = await subsetFont(await readFile(source), text, {
    targetFormat: 'woff2',
    variationAxes: axes,
    ...subsetOptions,
  })
  await writeFile(new URL(`${name}.woff2`, target), font)
  console.log(`${name}: ${font.length} bytes`)
}
