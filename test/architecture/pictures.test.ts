import { readdir, readFile, stat } from 'node:fs/promises'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { drawPictures } from '../../scripts/pictures/pictures.ts'
import { shownTerm } from '../../scripts/screenshots/shots.ts'
import { readSamples } from '../../src/domains/demo/demo-source.reads.server.ts'
import { filmWords } from '../../src/domains/editorial/film.contract.ts'
import { pictureNames } from '../../src/domains/editorial/home.contract.ts'
import { parseTermFile } from '../../src/domains/glossary/source/term-file.rules.ts'

/* Coming Soon's pictures are generated from content/. After a change there run `npm run pictures`. */

let pictures: [string, string][] = []
beforeAll(async () => {
  pictures = Object.entries(await drawPictures())
})

test('The committed pictures equal the output of their script', async () => {
  for (const [file, picture] of pictures) expect(await readFile(file, 'utf8')).toBe(picture)
  expect(pictures).toHaveLength(2)
})

test('The pictures are small and contain no external reference, script or style', () => {
  for (const [, picture] of pictures) {
    expect(picture.length).toBeLessThan(12_000)
    expect(picture).not.toMatch(/<(?!\/?(?:svg|g|rect|circle|path|text)\b)|\bstyle=|\bon\w+=|url\(|href/)
  }
})

test('Both pictures show every term that a sample Connection links', async () => {
  const { connections } = await readSamples('content/demo.yaml')
  const expected = new Set(connections.flatMap(({ term }) => term ?? []))
  for (const [, picture] of pictures) {
    const words = [...picture.matchAll(/>([^<]+)<\/text>/g)].map(([, text = '']) => text)
    const slugs = words.map((text) => text.toLowerCase().replaceAll(' ', '-'))
    expect([...expected].filter((slug) => !slugs.includes(slug))).toEqual([])
  }
})

const assetsFolder = 'src/domains/editorial/ui/assets/home'

/* Taken by `npm run screenshots` and `npm run film`, not reproducible. */

test('The home page has each picture in both themes, at 936 by 624 or twice that, below 70 kB', async () => {
  const names = [...pictureNames, 'dashboard', 'film']
  const expected = names.flatMap((name) =>
    ['light', 'dark'].flatMap((theme) =>
      ['.avif', '-2x.avif', '.webp'].map((end) => `${name}-${theme}${end}`),
    ),
  )
  expect((await readdir(assetsFolder)).toSorted()).toEqual(expected.toSorted())
  for (const name of expected) {
    const { width, height } = await sharp(`${assetsFolder}/${name}`).metadata()
    expect({ name, width, height }).toEqual(
      name.includes('2x') ? { name, width: 1872, height: 1248 } : { name, width: 936, height: 624 },
    )
    expect((await stat(`${assetsFolder}/${name}`)).size, name).toBeLessThan(70_000)
  }
})

test('The screenshots show the current definition of the term', async () => {
  const file = `content/glossary/${shownTerm[0]}/${shownTerm}.yaml`
  const parsed = parseTermFile(file, await readFile(file, 'utf8'))
  const now = 'term' in parsed && parsed.term.definition
  const shown = JSON.parse(await readFile('scripts/screenshots/definition.json', 'utf8'))
  expect(shown, 'take them again: npm run screenshots phone film').toEqual({ [shownTerm]: now })
})

test('The film is below 4 MB in both formats, and its captions match its text', async () => {
  const folder = 'src/domains/editorial/ui/assets/film'
  for (const name of ['film.webm', 'film.mp4']) {
    const { size } = await stat(`${folder}/${name}`)
    expect(size, name).toBeGreaterThan(100_000)
    expect(size, name).toBeLessThan(4_000_000)
  }
  const captions = await readFile(`${folder}/film.vtt`, 'utf8')
  const cues = captions.trim().split('\n\n').slice(1)
  expect(captions).toMatch(/^WEBVTT\n\n/)
  expect(cues.map((cue) => cue.split('\n').slice(1).join('\n'))).toEqual(filmWords())
})
