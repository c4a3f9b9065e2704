import { describe, expect, test } from 'vitest'
import { entryForm, newEntrySchema } from './entries.contract.ts'
import { contentLimit } from './entries.rules.ts'
import * as messages from './messages.en.yaml'

const errorsOf = (schema: typeof entryForm | typeof newEntrySchema, input: object) =>
  schema.safeParse(input).error?.issues.map(({ message }) => message)

test('Error messages and toasts are verbatim from specification point 8', () => {
  expect(messages.loadFailed()).toBe('Failed to load connections. Please try again.')
  expect(messages.notFound()).toBe('Connection not found or failed to load.')
  expect(messages.contentRequired()).toBe('Content is required')
  expect(messages.errorTitle()).toBe('Error')
  expect(messages.saveFailedTitle()).toBe('Save failed')
  expect(messages.saveFailed()).toBe('Failed to save your connection. Please try again.')
  expect(messages.updateFailed()).toBe('Failed to update your connection. Please try again.')
  expect(messages.contentRequiredTitle()).toBe('Content required')
  expect(messages.writeFirst()).toBe('Please write something before saving.')
  expect(messages.savedTitle()).toBe('Connection saved')
  expect(messages.saved()).toBe('Your journal entry has been saved successfully.')
  expect(messages.created()).toBe('Your journal entry has been created successfully.')
  expect(messages.updatedTitle()).toBe('Connection updated')
  expect(messages.updated()).toBe('Your journal entry has been updated successfully.')
})

describe('The content of a Connection', () => {
  test.each([[{}], [{ content: '' }], [{ content: ' \n\t\u200b' }], [{ content: 5 }], [{ content: null }]])(
    'is required: %j',
    (input) => {
      expect(errorsOf(newEntrySchema, input)).toEqual(['Content is required'])
      expect(errorsOf(entryForm, input)).toEqual(['Content is required'])
    },
  )

  test('can be as long as the limit in code points, and not longer', () => {
    for (const character of ['a', '💔', 'ش', '\u0000']) {
      const longest = `x${character.repeat(contentLimit - 1)}`
      expect(newEntrySchema.parse({ content: longest }).content).toBe(longest)
      expect(errorsOf(newEntrySchema, { content: longest + character })).toEqual([
        'A Connection holds at most 100,000 characters. Please make it shorter, or make two of it.',
      ])
    }
  })

  test('is unchanged, except that line breaks of a form become LF', () => {
    const content = '  \u0000 \ud83d مرحبا 👩‍👩‍👧 \r\n '
    expect(newEntrySchema.parse({ content }).content).toBe(content)
    expect(entryForm.parse({ content: ' a\r\nb ' }).content).toBe(' a\nb ')
  })
})

test('A missing term is read as null, from a form or the API', () => {
  const id = '019d0000-0000-7000-8000-000000000000'
  expect(entryForm.parse({ content: 'a', linked_term_id: '' }).linked_term_id).toBeNull()
  expect(entryForm.parse({ content: 'a' }).linked_term_id).toBeNull()
  expect(newEntrySchema.parse({ content: 'a' }).linked_term_id).toBeNull()
  expect(newEntrySchema.parse({ content: 'a', linked_term_id: id }).linked_term_id).toBe(id)
  expect(errorsOf(newEntrySchema, { content: 'a', linked_term_id: 'apple' })).toEqual([
    'linked_term_id is the id of a term, or null',
  ])
})

test('An id from the client must be a UUID of version 7', () => {
  expect(newEntrySchema.safeParse({ content: 'a', id: '019d0000-0000-7000-8000-000000000000' }).success).toBe(
    true,
  )
  for (const id of ['019d0000-0000-4000-8000-000000000000', 'x', '', 7]) {
    expect(errorsOf(newEntrySchema, { content: 'a', id })?.[0]).toBe('id is a UUID of version 7')
  }
})

test('An id becomes lower case, as in PostgreSQL, so that the encryption context matches', () => {
  const id = '019D0000-0000-7000-8000-00000000ABCD'
  expect(newEntrySchema.parse({ content: 'a', id }).id).toBe(id.toLowerCase())
  expect(entryForm.parse({ content: 'a', id }).id).toBe(id.toLowerCase())
})
