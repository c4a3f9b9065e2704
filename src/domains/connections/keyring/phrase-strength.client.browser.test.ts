import { afterEach, expect, test, vi } from 'vitest'
import { endPhraseStrength, phraseStrength } from './phrase-strength.client.ts'

afterEach(() => vi.unstubAllGlobals())

test.each(['password1234', 'qwertyuiop', 'p4$$w0rd', '1111111111111', 'iloveyou', 'unfogjournal', 'a', ''])(
  '%o is weak',
  async (phrase) => {
    expect((await phraseStrength(phrase)).score).toBeLessThan(3)
  },
)

test.each(['seven paper boats at noon', 'lantern over the quiet harbor', 'kX9-vv2Q_pLm4rT'])(
  '%o is strong',
  async (phrase) => {
    expect(await phraseStrength(phrase)).toEqual({ score: 4 })
  },
)

test('a weak phrase has a sentence that says why', async () => {
  expect((await phraseStrength('password')).warning).toMatch(/^[A-Z].*\.$/)
})

test('what others know of the person counts for little', async () => {
  const ownWords = ['magdalena.kowalczyk@example.org', 'Magdalena Kowalczyk']
  for (const phrase of [
    'magdalena',
    'kowalczyk 1',
    'Magdalena.Kowalczyk',
    'Magdalena Kowalczyk',
    'ＭＡＧＤＡＬＥＮＡ',
  ])
    expect([phrase, (await phraseStrength(phrase, ownWords)).score]).toEqual([
      phrase,
      expect.toBeOneOf([0, 1]),
    ])
  expect((await phraseStrength('Magdalena Kowalczyk')).score).toBeGreaterThan(1)
})

test('a very long phrase is judged, too', async () => {
  expect((await phraseStrength('seven paper boats at noon '.repeat(5_000))).score).toBe(4)
  expect((await phraseStrength('a'.repeat(100_000))).score).toBeLessThan(3)
})

test('an estimate that is cut off, or a worker that does not load, is an error, and can be tried again', async () => {
  const cut = phraseStrength('seven paper boats at noon')
  endPhraseStrength()
  await expect(cut).rejects.toThrow('ended')
  const Original = Worker
  vi.stubGlobal(
    'Worker',
    class {
      constructor() {
        // biome-ignore lint/correctness/noConstructorReturn: it replaces the browser's
        return new Original('/no-such-worker.js')
      }
    },
  )
  await expect(phraseStrength('seven paper boats at noon')).rejects.toThrow()
  vi.unstubAllGlobals()
  expect((await phraseStrength('seven paper boats at noon')).score).toBe(4)
})
