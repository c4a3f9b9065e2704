import { describe, expect, test } from 'vitest'
import { type SavedTerm, withCounts } from './favorites.contract.ts'
import { validateFavorite } from './favorites.rules.ts'
import * as messages from './messages.en.yaml'

describe('validation of saving and removing (specification point 5)', () => {
  const valid = { signed_in: true, user_id: 'a-user', term_id: 'a-term' }

  test.each([
    ['save', { ...valid, signed_in: false }, 'You must be logged in to save terms'],
    ['remove', { ...valid, signed_in: false }, 'You must be logged in to remove terms'],
    ['save', { ...valid, user_id: undefined }, 'User ID not available'],
    ['remove', { ...valid, user_id: '' }, 'User ID not available'],
    ['save', { ...valid, term_id: undefined }, 'Term ID is required'],
    ['remove', { ...valid, term_id: '' }, 'Term ID is required'],
    ['save', valid, undefined],
    ['remove', valid, undefined],
  ] as const)('%s with %o results in the message %s', (intent, input, message) => {
    expect(validateFavorite(intent, input)).toBe(message)
  })
})

test('messages are verbatim from specification point 8', () => {
  expect(messages.loadFailed()).toBe('Error Loading Favorites')
  expect(messages.checkFailed()).toBe('Failed to check if term is already saved')
  expect(messages.saveFailed()).toMatch(/^Failed to save term: /)
  expect(messages.noSuchTerm()).toMatch(/^Failed to save term: /)
  expect(messages.removeFailed()).toMatch(/^Failed to remove term: /)
  expect(messages.errorTitle()).toBe('Error')
  expect(messages.toggleFailed()).toBe('Failed to update favorites. Please try again.')
  expect(messages.removeFailedDescription()).toBe('Failed to remove term from favorites. Please try again.')
  expect(messages.addedTitle()).toBe('Added to favorites')
  expect(messages.added({ term: 'Gaslighting' })).toBe('Gaslighting has been saved to your favorites.')
  expect(messages.removedTitle()).toBe('Removed from favorites')
  expect(messages.removed({ term: 'Gaslighting' })).toBe('Gaslighting has been removed from your favorites.')
})

test('the list of favorites has a count for each type', () => {
  const saved = (type: 'clinical' | 'community') => ({ term: { type } }) as SavedTerm
  expect(withCounts([])).toEqual({ saved_terms: [], total: 0, clinical: 0, community: 0 })
  const three = [saved('clinical'), saved('community'), saved('community')]
  expect(withCounts(three)).toEqual({ saved_terms: three, total: 3, clinical: 1, community: 2 })
})
