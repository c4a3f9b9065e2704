/**
 * Subsets the two fonts that every page loads to the characters of English text: one instance of Literata, the upright weights of
 * Atkinson Hyperlegible Next. Run by hand (`node scripts/subset-fonts.ts`) when a font's version changes; the results are committed
 * (design: "Floors").
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
/** With accents of loanwords and many names; other characters use the fallback font. */
const prose = ` ${letters}.,:;!?'"()-/’‘“”–—…éèïöüç`
const allCharacters = `${prose}&%$#+=@_©`

type Axes = Record<string, number | { min: number; max: number }>

const fonts: { name: string; file: string; text: string; axes: Axes }[] = [
  // One instance, slightly heavier than regular, for headings and definitions: a second would exceed the budget.
  { name: 'literata', file: 'literata-latin-opsz-normal', text: prose, axes: { wght: 480, opsz: 30 } },
  {
    name: 'atkinson-hyperlegible-next',
    file: 'atkinson-hyperlegible-next-latin-wght-normal',
    text: allCharacters,
    axes: { wght: { min: 400, max: 600 } },
  },
]

/** Keeps kerning. Unused figures, ligatures and hints would cost 4 kB. */
const subsetOptions = {
  keepFeatures: ['kern'],
  noHinting: true,
  // Vertical text, named weights, and weight-dependent kerning, which saves 1.2 kB and differs by less than a hundredth of a letter's
  // width (measured over the glossary's text).
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
