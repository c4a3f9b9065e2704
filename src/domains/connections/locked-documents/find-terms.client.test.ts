import { afterAll, expect, test, vi } from 'vitest'
import { findTerms } from './find-terms.client.ts'
import { forgetTermNames } from './term-names.client.ts'

const names = ['Café Talk', 'Love Bombing', 'Slow Love', 'Tough Love', 'Gone Love']
const fetched = vi.fn(async (_path: string) =>
  Response.json({
    terms: names.map((term_name, place) => {
      const slug = term_name.toLowerCase().replace('é', 'e').replace(' ', '-')
      return { id: String(place), term_name, slug, tags: [], retired: term_name === 'Gone Love' }
    }),
  }),
)
vi.stubGlobal('fetch', fetched)
afterAll(() => {
  vi.unstubAllGlobals()
  forgetTermNames()
})

test('Terms are found on the device: by a part of the name, without those that left the glossary', async () => {
  forgetTermNames()
  const found = async (search: string) => (await findTerms(search)).map(({ term_name }) => term_name)
  expect(await found('LOVE')).toEqual(['Love Bombing', 'Slow Love', 'Tough Love'])
  expect(await found('cafe')).toEqual(['Café Talk'])
  expect(await found('love-b')).toEqual(['Love Bombing'])
  expect(await found('')).toEqual(names.slice(0, 4))
  expect(await found('nothing')).toEqual([])
  expect(fetched.mock.calls.map(([path]) => path)).toEqual(['/api/terms/names'])
})
