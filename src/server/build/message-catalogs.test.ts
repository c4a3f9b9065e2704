import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { catalogModule, importOneByOne } from './message-catalogs.ts'

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

test('A message that is not valid ICU MessageFormat stops the build and is named', async () => {
  const broken = "broken: 'You have {count, plural, one {# entry}'"
  await expect(load({ en: broken })).rejects.toThrow(/messages\.en\.yaml: "broken" is not an ICU message/)
})

test('Each used message is imported from a module of its own', async () => {
  await load({ en: 'title: Title\nsave: Save\ndelete: Delete {count}' })
  const code = [
    "import { full as diskFull, title } from '../platform/messages.en.yaml'",
    "import * as messages from './messages.en.yaml'",
    'export const texts = [title(), diskFull(), messages.save, messages.delete({ count }), other.messages.of]',
  ].join('\n')
  expect(importOneByOne(code, join(folder, 'page.tsx')).code.split('\n')).toEqual([
    "import { full as diskFull } from '../platform/messages.en.yaml?message=full'; import { title } from '../platform/messages.en.yaml?message=title'",
    "import { save as messages_save } from './messages.en.yaml?message=save'; import { delete as messages_delete } from './messages.en.yaml?message=delete'",
    'export const texts = [title(), diskFull(), messages_save, messages_delete({ count }), other.messages.of]',
  ])
  expect(catalogModule(join(folder, 'messages.en.yaml'), 'title')).not.toContain('Delete')
})

test('A message that its catalog lacks stops the build and is named', async () => {
  await load({ en: 'save: Save' })
  const code = "import * as messages from './messages.en.yaml'\nexport const text = messages.sav()"
  expect(() => importOneByOne(code, join(folder, 'page.tsx'))).toThrow(
    /has no message "sav", which .*page\.tsx uses/,
  )
})

test('A text without values is written where it is used, unless it is translated', async () => {
  const code = "import * as messages from './messages.en.yaml'\nexport const text = messages.save()"
  await load({ en: 'save: Save it, “here”' })
  expect(importOneByOne(code, join(folder, 'page.tsx'))).toEqual({
    code: '\nexport const text = "Save it, “here”"',
    catalogs: [join(folder, 'messages.en.yaml')],
  })
  await load({ en: 'save: Save', de: 'save: Speichern' })
  expect(importOneByOne(code, join(folder, 'page.tsx')).code).toContain('text = messages_save()')
})
