import { expect, test } from 'vitest'
import { isNamedVersion, ownAddress, refusalBody, refuse } from './rules.ts'

test('a version is named from 2024-01-01 on', () => {
  expect(['2024-01-01', '2031-02-03'].map(isNamedVersion)).toEqual([true, true])
  expect([undefined, '', '2023-12-31', 'latest', '2024'].map(isNamedVersion)).toEqual(Array(5).fill(false))
})

test('a refusal is written in the words of the version', () => {
  const weak = refuse('weak_password', 'Longer, please.', { reasons: ['length'] })
  const reasons = { weak_password: { reasons: ['length'] } }
  expect(refusalBody(weak, true)).toEqual({ code: 'weak_password', message: 'Longer, please.', ...reasons })
  expect(refusalBody(weak, false)).toEqual({
    code: 422,
    error_code: 'weak_password',
    msg: 'Longer, please.',
    ...reasons,
  })
})

test.each([
  ['/glossary?a=1', 'https://here.example/glossary?a=1'],
  ['https://here.example/dashboard', 'https://here.example/dashboard'],
  ['https://there.example/', 'https://here.example/'],
  ['//there.example', 'https://here.example/'],
  ['https://here.example@there.example/', 'https://here.example/'],
  ['https://me:it@here.example/', 'https://here.example/'],
  ['http://here.example/', 'https://here.example/'],
  ['\\\\there.example', 'https://here.example/'],
  ['javascript:alert(1)', 'https://here.example/'],
  [undefined, 'https://here.example/'],
])('a link to %s leads to %s', (asked, leads) => {
  expect(ownAddress('https://here.example', asked).href).toBe(leads)
})
