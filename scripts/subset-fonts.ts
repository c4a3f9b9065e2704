/**
 * Makes the two fonts that every page loads: the signs that English text needs, one instance of Literata, the upright weights
 * of Atkinson Hyperlegible Next. Run by hand (`node scripts/subset-fonts.ts`) when a font's version changes; the results are
 * committed, because a reader's first page counts every byte (design: "Floors").
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/** The accents of words that English borrowed, and of many names; another sign that somebody writes comes from the fallback. */
const prose = ` ${letters}.,:;!?'"()-/’‘“”–—…éèïöüç`
const allCharacters = `${prose}&%$#+=@_©`

type Axes = Record<string, number | { min: number; max: number }>

const fonts: { name: string; file: string; text: string; axes: Axes }[] = [
  // One instance, a little heavier than regular, serves headings and definitions: a second would not fit the budget.
  { name: 'literata', file: 'literata-latin-opsz-normal', text: prose, axes: { wght: 480, opsz: 30 } },
  {
    name: 'atkinson-hyperlegible-next',
    file: 'atkinson-hyperlegible-next-latin-wght-normal',
    text: allCharacters,
    axes: { wght: { min: 400, max: 600 } },
  },
]

/** Kerning is seen; figures and ligatures that we never ask for, and hints, would cost 4 kB. */
const subsetOptions = {
  keepFeatures: ['kern'],
  noHinting: true,
  // For lines that run downwards, for menus that choose a weight by its name, and for kerning that changes with the weight: that of
  // the regular weight is within a hundredth of a letter's width of it (measured over the text of the glossary), for 1.2 kB less.
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
