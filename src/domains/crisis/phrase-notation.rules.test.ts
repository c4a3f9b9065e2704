import { expect, test } from 'vitest'
import { indexPhrases, phrasesIn, runToEnd } from './phrase-notation.rules.ts'

const words = { child: '(step( |)|)(son|daughter)|kids?', family: '{child}|dog', self: '(my|him)( |)self' }

const matches = (phrase: string, text: string) =>
  [...phrasesIn(` ${text} `, runToEnd(indexPhrases([{ value: true, phrases: [phrase] }], words)))].length > 0

test.each([
  ['kill me', 'he will kill me now'],
  ['(hit|beat) me', 'beat me'],
  ['neck(s|) hurt', 'neck hurt'],
  ['neck(s|) hurt', 'necks hurt'],
  ['(the |)night', 'night'],
  ['(the |)night', 'the night'],
  ['[my|the] gun', 'gun'],
  ['[my|the] gun', 'the gun'],
  ['[my [own|big] own] gun', 'my big own gun'],
  ['{family} hurt', 'step daughter hurt'],
  ['{family} hurt', 'kids hurt'],
  ['{family} hurt', 'dog hurt'],
  ['(go|do)~ {self} in', 'doing my self in'],
  ['axe?', 'ax'],
  ['guns?', 'guns'],
  ['slap~ me', 'slapped me'],
  ['chok~ me', 'choke me'],
  ['murder*', 'murderous'],
  ['od(ed|) on', 'oded on'],
  ['# pills', '30 pills'],
  ['[about] # pills', '30 pills'],
  ['took ... pills', 'took all of my sleeping pills'],
  ['one|two', 'two'],
])('%j matches %j', (phrase, text) => expect(matches(phrase, text)).toBe(true))

test.each([
  ['kill me', 'skill me'],
  ['kill me', 'kill men'],
  ['kill~', 'killer'],
  ['guns?', 'gunshy'],
  ['[my|the] gun', 'a rifle'],
  ['took ... pills', 'took one and then two and then more pills'],
  ['# pills', 'some pills'],
])('%j does not match %j', (phrase, text) => expect(matches(phrase, text)).toBe(false))

test('A phrase is refused if its word list is missing', () => {
  expect(() => runToEnd(indexPhrases([{ value: true, phrases: ['{nobody} hit'] }], words))).toThrow(/nobody/)
})

test('A phrase is refused if it may begin with any word', () => {
  expect(() => runToEnd(indexPhrases([{ value: true, phrases: ['... hit'] }], words))).toThrow(/hit/)
})
