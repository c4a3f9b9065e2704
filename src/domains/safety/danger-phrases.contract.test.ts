import { describe, expect, test } from 'vitest'
import type { Danger } from './danger.contract.ts'
import { dangersIn } from './danger-phrases.contract.ts'

const dangerous: Record<Danger, string[]> = {
  suicide: [
    'I want to kill myself',
    'kill myself',
    'KILL   MYSELF',
    'I’m going to kill my self',
    'suicide',
    'suicidal',
    'sucide',
    'suiside',
    'kms',
    'unalive',
    'self-harm',
    'selfharm',
    'cutting myself',
    'hurt myself',
    'end my life',
    'want to end it all',
    'take my own life',
    'i want to die',
    'i don’t want to live anymore',
    "i don't want to be here anymore",
    'better off dead',
    'no reason to live',
    'tired of living',
    "i can't go on",
    'overdose',
    'he says he will kill himself if i leave',
    'threatening suicide',
  ],
  violence: [
    'i think he is going to kill me',
    'my ex wants to kill me',
    'will he kill me',
    'he says he will kill me if i leave',
    'he threatened to kill me',
    'he’ll kill me',
    'kil me',
    'she said she would kill my dog',
    'afraid for my life',
    'death threats',
    'he is going to murder me',
    'he strangled me',
    'he choked me',
    'chocked me',
    'hands around my neck',
    'grabbed me by the throat',
    'my husband has a gun',
    'he held a knife to my throat',
    'threatened me with a weapon',
    'he said he would shoot me',
    'he threatened to hurt my kids',
    '911',
  ],
  child: [
    'my brother touched me',
    'my dad touched me',
    "my mom's boyfriend touches me",
    'teacher touches me',
    'i am 15 and my dad hits me',
    'he hurts my kids',
    'he hits our daughter',
    'my kids are being hurt',
    'my child is not safe',
    'molested',
    'incest',
    'child abuse',
  ],
  rape: [
    'rape',
    'he raped me',
    'was it rape',
    'sexually assaulted',
    'forced me to have sex',
    'he has sex with me while i sleep',
    'spiked my drink',
  ],
}

const harmless = [
  '',
  ' ',
  'kill the mood',
  'killing it',
  'killing time',
  'killjoy',
  'character assassination',
  'soul murder',
  "what doesn't kill you makes you stronger",
  'stranger',
  'strange behavior',
  'choked up',
  'therapeutic alliance',
  'grapes',
  'success',
  'skill',
  'begun',
  'weaponized incompetence',
  'using the kids as a weapon',
  'stick to my guns',
  'knife in the back',
  'love bombing',
  'he never hit me',
  'he never touched me',
  "you're dead to me",
  'cut himself off from friends',
  'my son hit me',
  'emotional incest',
  'rape culture',
  'emotional abuse',
  'child support',
  'children of narcissists',
  'my chest hurts',
  'how do i leave him',
  'end it with him',
]

describe.each(Object.entries(dangerous))('dangersIn finds %s in', (danger, texts) => {
  test.each(texts)('%s', (text) => expect(dangersIn(text)).toContain(danger))
})

test('dangersIn does not take suicide for violence, and finds both in one text', () => {
  expect(dangersIn('i want to kill myself')).toEqual(['suicide'])
  expect(dangersIn('he will kill me and then himself, he has a gun, i want to die')).toEqual([
    'suicide',
    'violence',
  ])
})

test.each(harmless)('dangersIn finds no danger in %s', (text) => expect(dangersIn(text)).toEqual([]))

test('dangersIn takes less than a second for very long texts', () => {
  const started = performance.now()
  for (const text of ['kill ', 'want to ', 'my my my ', 'é́', 'touch my the his her '])
    dangersIn(text.repeat(50_000))
  expect(performance.now() - started).toBeLessThan(1_000)
})
