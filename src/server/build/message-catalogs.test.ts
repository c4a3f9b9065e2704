import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { catalogModule } from './message-catalogs.ts'

let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'unfog-catalogs-'))
})
afterEach(() => rm(folder, { recursive: true }))

/** The messages of catalogs by language, as a build gets them. */
async function load(catalogs: Record<string, string>) {
  for (const [tag, yaml] of Object.entries(catalogs))
    await writeFile(join(folder, `messages.${tag}.yaml`), yaml)
  const file = join(folder, 'messages.ts')
  await writeFile(file, catalogModule(join(folder, 'messages.en.yaml')))
  return import(/* @vite-ignore */ pathToFileURL(file).href)
}

test('A message without values is a function that returns its text', async () => {
  const messages = await load({ en: 'saved: You don’t need to save it again.\ndelete: Delete' })
  expect(messages.saved()).toBe('You don’t need to save it again.')
  expect(messages.delete()).toBe('Delete')
})

test('Values are filled in, with plurals and numbers by the language', async () => {
  const en = '{count, plural, =0 {No entries} one {# entry} other {# entries}} of {owner}'
  const { entries } = await load({ en: `entries: '${en}'` })
  expect(entries({ count: 0, owner: 'you' })).toBe('No entries of you')
  expect(entries({ count: 1, owner: 'you' })).toBe('1 entry of you')
  expect(entries({ count: 12_345, owner: '<b>{x}' })).toBe('12,345 entries of <b>{x}')
})

test('A tag’s text is passed to its value, which makes an element', async () => {
  const { read } = await load({ en: 'read: Please read <terms>our terms</terms> first.' })
  const page = read({ terms: (text: string) => createElement('a', { href: '/terms' }, text) })
  expect(renderToStaticMarkup(page)).toBe('Please read <a href="/terms">our terms</a> first.')
})

test('A message is shown in the page’s language, and in English where it is not translated', async () => {
  const { setLanguage } = await import('../../platform/language.ts')
  const messages = await load({ en: 'yes: Yes\nno: No', de: 'yes: Ja' })
  setLanguage('de')
  try {
    expect([messages.yes(), messages.no()]).toEqual(['Ja', 'No'])
  } finally {
    setLanguage('en')
  }
})

test('A message that is not valid ICU MessageFormat stops the build', async () => {
  await expect(load({ en: "broken: 'You have {count, plural, one {# entry}'" })).rejects.toThrow()
})
