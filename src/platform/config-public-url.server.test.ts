import { describe, expect, test } from 'vitest'
import { configRefusal } from '../../test/support/config-refusal.ts'
import { readConfig } from './config.server.ts'

describe('The public URL', () => {
  test.each([
    ['127.0.0.1', 'http://localhost:3000'],
    ['127.8.8.8', 'http://localhost:3000'],
    ['localhost', 'http://localhost:3000'],
    ['::1', 'http://localhost:3000'],
    ['0.0.0.0', 'http://localhost:3000'],
    ['::', 'http://localhost:3000'],
  ])('defaults to localhost when the host is %s', (HOST, address) => {
    expect(readConfig({ HOST }).publicUrl).toBe(address)
  })

  test.each([
    ['https://Unfog.Example:443/?x=1', 'https://unfog.example'],
    ['https://user:secret@unfog.example', 'https://unfog.example'],
    ['http://localhost:8080/', 'http://localhost:8080'],
    ['http://127.0.0.1:8080', 'http://127.0.0.1:8080'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
  ])('is the origin of %s', (PUBLIC_URL, origin) => expect(readConfig({ PUBLIC_URL }).publicUrl).toBe(origin))

  test('is rejected with a path, because pages are served at the root', () => {
    expect(configRefusal({ PUBLIC_URL: 'https://unfog.example/help' })).toContain(
      'PUBLIC_URL must be an address without a path',
    )
  })

  test.each([
    'http://unfog.example',
    'http://localhost.evil.example',
    'http://127.0.0.1.evil.example',
    'http://192.168.1.2',
    'http://[fe80::1]',
    'http://0.0.0.0',
  ])('is rejected as %s, where cookies and Quick Hide cannot work', (PUBLIC_URL) => {
    expect(configRefusal({ PUBLIC_URL })).toBe(
      'PUBLIC_URL is plain http on an address others can reach, where private cookies and Quick Hide cannot work: use https.',
    )
  })

  test.each(['192.168.1.2', 'fe80::1', 'unfog.example'])('is required when the host is %s', (HOST) => {
    expect(configRefusal({ HOST })).toBe(
      'HOST is an address others can reach: set PUBLIC_URL to the https address under which they do, or leave HOST out.',
    )
    expect(readConfig({ HOST, PUBLIC_URL: 'https://unfog.example' }).host).toBe(HOST)
  })
})
