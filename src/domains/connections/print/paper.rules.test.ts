import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withLineBreaks } from '../../../platform/visible-text.ts'
import { formatHappenedWithZone, formatTime, paragraphsOf, printTitle, shortId } from './paper.rules.ts'

const textsOf = (text: string) => paragraphsOf(text).map((paragraph) => paragraph.text)

describe('The paragraphs of a text', () => {
  test('end with their empty lines', () => {
    expect(textsOf('One\ntwo\n\n \nThree\n')).toEqual(['One\ntwo\n\n \n', 'Three\n'])
    expect(textsOf('\n\nOne')).toEqual(['\n\n', 'One'])
    expect(textsOf('')).toEqual([''])
  })

  test('are the whole text, whatever it is', () => {
    const line = fc.oneof(fc.constantFrom('\n', '\r\n', ' ', '\u2028', 'a'), fc.string({ unit: 'grapheme' }))
    fc.assert(
      fc.property(fc.array(line), (parts) => {
        const text = parts.join('')
        expect(textsOf(text).join('')).toBe(withLineBreaks(text))
      }),
    )
  })

  test('are long where one may take most of a page', () => {
    expect(
      paragraphsOf(`${'Short. '.repeat(20)}\n\n${'Long. '.repeat(300)}`).map(({ isLong }) => isLong),
    ).toEqual([false, true])
  })
})

describe('Dates on paper name their time zone', () => {
  test('when it was written: that of the browser', () => {
    expect(formatTime('2026-03-14T23:30:00Z', 'America/New_York')).toMatch(
      /^Saturday, March 14, 2026 at 7:30\sPM \(America\/New York\)$/,
    )
  })

  test('when it happened: that of the writer at the time, and nothing is converted', () => {
    const happened = { date: '2026-03-13', time: '21:30', about: true, time_zone: 'Asia/Kolkata' }
    expect(formatHappenedWithZone(happened)).toMatch(/^About March 13, 2026.*9:30\sPM \(Asia\/Kolkata\)$/)
    expect(formatHappenedWithZone({ ...happened, time_zone: null, time: null, about: false })).toBe(
      'March 13, 2026',
    )
    expect(formatHappenedWithZone(null)).toBe('Not noted')
  })
})

test('The title while printing is neutral, and a file name everywhere', () => {
  const title = printTitle(new Date('2026-03-14T23:30:00Z'), 'Europe/Berlin')
  expect(title).toBe('Notes 2026-03-15')
  expect(title).toMatch(/^[\w -]+$/)
})

test('The short id is the part in which two of the same moment differ', () => {
  expect(shortId('019d0000-0000-7000-8000-0123456789ab')).toBe('456789ab')
})
