import { describe, expect, test } from 'vitest'
import { messageError, readMessage } from './web3.rules.ts'

const address = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2'
const lines = (more: Record<string, string> = {}) =>
  Object.entries({
    URI: 'https://app.example/in',
    Version: '1',
    'Chain ID': '1',
    Nonce: '32891756',
    'Issued At': '2026-03-04T12:00:00.000Z',
    ...more,
  }).map(([name, value]) => `${name}: ${value}`)
const head = (domain = 'app.example') => [
  `${domain} wants you to sign in with your Ethereum account:`,
  address,
]
const text = (...parts: string[][]) => parts.flat().join('\n')

describe('a message', () => {
  test.each([
    ['with a statement', text(head(), ['', 'Come in', ''], lines())],
    ['without one', text(head(), [''], lines())],
    ['without one, with two empty lines', text(head(), ['', ''], lines())],
    ['with resources', text(head(), [''], lines(), ['Resources:', '- https://app.example/terms'])],
  ])('%s is parsed', (_name, message) => {
    expect(readMessage('ethereum', message)).toMatchObject({
      ...{ domain: 'app.example', address, issued_at: new Date('2026-03-04T12:00:00Z') },
    })
  })

  test.each([
    ['of another chain', text(head(), [''], lines()).replace('Ethereum', 'Solana')],
    ['without a domain', text(head(''), [''], lines())],
    ['whose domain contains a user name', text(head('app.example@evil.example'), [''], lines())],
    ['without an address', text(head().slice(0, 1), ['me', ''], lines())],
    ['with a field twice', text(head(), [''], lines(), ['URI: https://evil.example/'])],
    ['whose statement has two lines', text(head(), ['', 'Come', 'in', ''], lines())],
    [
      'whose statement hides a field',
      text(head(), ['', 'URI: https://evil.example/', 'Come in', ''], lines()),
    ],
    ['of another version', text(head(), [''], lines({ Version: '2' }))],
    ['with a short nonce', text(head(), [''], lines({ Nonce: '123' }))],
    ['without a time', text(head(), [''], lines({ 'Issued At': 'today' }))],
    ['with text after the fields', text(head(), [''], lines(), ['and more'])],
    ['with a carriage return', text(head(), ['\r'], lines())],
  ])('%s is rejected', (_name, message) => {
    expect(readMessage('ethereum', message)).toHaveProperty('wrong')
  })
})

describe('a parsed message', () => {
  const now = new Date('2026-03-04T12:05:00Z')
  const config = {
    publicUrl: 'https://here.example',
    redirectUrls: ['https://app.example/exact', 'org.example.app://localhost'],
  }
  const errorFor = (message: string) => {
    const parsed = readMessage('ethereum', message)
    if ('wrong' in parsed) throw new Error(parsed.wrong)
    return messageError(parsed, config, now)?.message
  }

  test('is accepted for an allowed app, now', () => {
    expect(errorFor(text(head(), [''], lines()))).toBeUndefined()
    expect(
      errorFor(text(head('here.example'), [''], lines({ URI: 'https://here.example/' }))),
    ).toBeUndefined()
  })

  test.each([
    [
      'for another site',
      text(head('evil.example'), [''], lines({ URI: 'https://evil.example/' })),
      'not allowed',
    ],
    [
      'where the domain is another than the address',
      text(head('evil.example'), [''], lines()),
      'does not match',
    ],
    [
      'for another page of the scheme of an app',
      text(head('localhost'), [''], lines({ URI: 'org.example.other://localhost' })),
      'not allowed',
    ],
    ['for an address without TLS', text(head(), [''], lines({ URI: 'http://app.example/in' })), 'HTTPS'],
    ['before its time', text(head(), [''], lines({ 'Not Before': '2026-03-04T12:06:00Z' })), 'in the future'],
    ['after its time', text(head(), [''], lines({ 'Expiration Time': '2026-03-04T12:05:00Z' })), 'expired'],
    ['that is old', text(head(), [''], lines({ 'Issued At': '2026-03-04T11:54:59Z' })), 'too long ago'],
    ['of tomorrow', text(head(), [''], lines({ 'Issued At': '2026-03-05T12:00:00Z' })), 'too far'],
  ])('is rejected %s', (_name, message, reason) => expect(errorFor(message)).toContain(reason))
})
