import { readFile } from 'node:fs/promises'
import { beforeAll, expect, test } from 'vitest'
import { drawPictures } from '../../scripts/pictures/pictures.ts'
import { readSamples } from '../../src/domains/demo/reads.server.ts'

/* What Coming Soon shows is drawn from content/: whoever changes that draws it anew, by `npm run pictures`. */

let drawn: [string, string][] = []
beforeAll(async () => {
  drawn = Object.entries(await drawPictures())
})

test('the pictures are as their script draws them', async () => {
  for (const [file, picture] of drawn) expect(await readFile(file, 'utf8')).toBe(picture)
  expect(drawn).toHaveLength(2)
})

test('they are small, ask nobody for anything, and bring no script and no style of their own', () => {
  for (const [, picture] of drawn) {
    expect(picture.length).toBeLessThan(12_000)
    expect(picture).not.toMatch(/<(?!\/?(?:svg|g|rect|circle|path|text)\b)|\bstyle=|\bon\w+=|url\(|href/)
  }
})

test('both show every term that a sample Connection is about', async () => {
  const { connections } = await readSamples('content/demo.yaml')
  const wanted = new Set(connections.flatMap(({ term }) => term ?? []))
  for (const [, picture] of drawn) {
    const words = [...picture.matchAll(/>([^<]+)<\/text>/g)].map(([, text = '']) => text)
    const slugs = words.map((text) => text.toLowerCase().replaceAll(' ', '-'))
    expect([...wanted].filter((slug) => !slugs.includes(slug))).toEqual([])
  }
})
