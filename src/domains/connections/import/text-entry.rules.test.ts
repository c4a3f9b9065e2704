import { expect, test } from 'vitest'
import { readTextFile } from './text-entry.rules.ts'

const now = new Date('2026-03-04T12:00:00Z')
const changed = Date.UTC(2025, 4, 6, 7, 8, 9)
const read = (text: string, name = '2024-03-14.md') => {
  const { entry, ...rest } = readTextFile({ name, text, lastModified: changed }, now)
  return { ...entry, ...rest }
}

test('The front matter gives the date, the tags and the title, and the rest of it stays in the text', () => {
  const text =
    '---\ntitle: "A title: with a colon"\ndate: 2023-01-02T03:04:05Z\ntags: [one, "two words", #one]\nmood: low\n---\n\n\nThe text.\n'
  expect(read(text)).toMatchObject({
    created_at: '2023-01-02T03:04:05.000Z',
    content: 'A title: with a colon\n\nmood: low\n\nThe text.\n',
    tags: ['one', 'two words'],
    hasUnreadDate: false,
  })
  const list = '---\r\ntags:\r\n  - one\r\n- \'two\'\r\ndate: "2023-01-02"\r\n...\r\n# 2023\r\n\r\nText'
  expect(read(list)).toMatchObject({
    created_at: '2023-01-02T12:00:00.000Z',
    content: '# 2023\n\nText',
    tags: ['one', 'two'],
  })
})

test('A line at the top is no front matter', () => {
  for (const text of ['---\nJust a line.\n---\nMore.', '---\ndate: 2023-01-02\nno end', '--- \n\n---\nx'])
    expect(read(text)).toMatchObject({ content: text, created_at: '2024-03-14T12:00:00.000Z', tags: [] })
})

test('A day that no calendar has stays in the text', () => {
  expect(read('---\ndate: 2024-02-30\n---\nText.', 'a/b/2024-02-30.txt')).toMatchObject({
    created_at: '2025-05-06T07:08:09.000Z',
    content: 'date: 2024-02-30\n\nText.',
    hasUnreadDate: true,
  })
})

test('The name of a file is its title, unless the text begins with it', () => {
  expect(read('Text.', 'notes/2024-03-14 The phone.md').content).toBe('The phone\n\nText.')
  expect(read('# The phone\n\nText.', '2024-03-14 The phone.md').content).toBe('# The phone\n\nText.')
  expect(read('Text.', '20240314.md').content).toBe('Text.')
  expect(read(' \n', 'The phone.md').content).toBe('')
})

test('A copy with another time of change is the same entry, another text or name is not', () => {
  const identity = (text: string, name: string, lastModified = changed) =>
    readTextFile({ name, text, lastModified }, now).identity
  expect(identity('Text.', 'a/note.md', 0)).toEqual(identity('Text.', 'b/note.md'))
  expect(identity('Text.\r\n', 'note.md')).toEqual(identity('Text.\n', 'note.md'))
  expect(identity('Text.', 'note.md')).not.toEqual(identity('Text!', 'note.md'))
  // Two evenings may be described by the same words.
  expect(identity('Again.', 'one.md')).not.toEqual(identity('Again.', 'two.md'))
})

test('Names of the front matter that mean something in JavaScript are only text', () => {
  const text = '---\n__proto__: x\nconstructor: y\ntags: __proto__, constructor\n---\nText.'
  expect(read(text)).toMatchObject({
    content: '__proto__: x\nconstructor: y\n\nText.',
    tags: ['__proto__', 'constructor'],
  })
})
