import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { clientIp } from './authentication.ts'

const asked = async (proxies: number, forwarded: string) => {
  const app = new Hono().get('/', (context) => context.text(clientIp(context, proxies)))
  return (await app.request('/', { headers: { 'X-Forwarded-For': forwarded } })).text()
}

describe('the client IP of a request, for rate limits', () => {
  test('is the entry added by the first trusted proxy, never one that a client can forge', async () => {
    expect(await asked(0, '192.0.2.1')).toBe('')
    expect(await asked(1, '192.0.2.1, 198.51.100.7')).toBe('198.51.100.7')
    expect(await asked(2, '192.0.2.1, 198.51.100.7')).toBe('192.0.2.1')
    expect(await asked(3, '192.0.2.1, 198.51.100.7')).toBe('')
  })

  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['192.0.2.1:50123', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['2001:db8:1:2::1', '2001:db8:1:2'],
    ['2001:db8:1:2:aaaa:bbbb:cccc:dddd', '2001:db8:1:2'],
    ['2001:0DB8:0001:0002::5', '2001:db8:1:2'],
    ['[2001:db8:1:2::1]:443', '2001:db8:1:2'],
    ['2001:db8:1:2::1%eth0', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['::1', '0:0:0:0'],
    ['unknown', 'unknown'],
  ])(
    'is normalized from any notation, and IPv6 is reduced to its /64 network: %s',
    async (forwarded, place) => {
      expect(await asked(1, forwarded)).toBe(place)
    },
  )
})
