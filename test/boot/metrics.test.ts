import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freePort } from '../support/free-port.ts'
import { signInTo, writeTo } from '../support/operator.ts'
import { startFixture } from '../support/start-directory.ts'

const { newFolder, newDataDir, start, startError: refusal } = startFixture()

test('Prometheus metrics are served only on METRICS_PORT, and contain no personal data', async () => {
  const port = await freePort()
  const { address } = await start({ DATA_DIR: await newDataDir(), METRICS_PORT: String(port) })
  const cookie = await signInTo(address, 'ana@example.org', 'sign-up')
  await writeTo(address, cookie, 'A canary')
  await fetch(`${address}/glossary/dissociation`)
  await fetch(`${address}/glossary?search=secretly`)
  await fetch(`${address}/leave`, { method: 'POST', headers: { Cookie: cookie ?? '' } })
  await fetch(`${address}/nowhere`, { method: 'PROPFIND' })
  const withoutSession = await fetch(`${address}/api/journal-entries`)
  const forged = await fetch(`${address}/auth/v1/user`, { headers: { Authorization: 'Bearer of.no.worth' } })
  const wrongInput = await fetch(`${address}/api/terms?limit=none`)
  expect([withoutSession, forged, wrongInput].map(({ status }) => status)).toEqual([401, 403, 400])
  const read = () => fetch(`http://127.0.0.1:${port}/metrics`)
  const text = await (await read()).text()
  expect(text).toContain('unfog_answer_seconds_count{kind="private",method="POST",status="3xx"} 1')
  expect(text).toContain('unfog_answer_seconds_count{kind="api",method="POST",status="2xx"} 1')
  expect(text).toContain('unfog_answer_seconds_count{kind="public",method="GET",status="2xx"} 2')
  expect(text).toContain('method="other",status="4xx"')
  expect(text).toContain('unfog_sign_in_events_total{kind="sign_up",outcome="succeeded"} 1')
  expect(text).toContain('unfog_sign_in_events_total{kind="session",outcome="succeeded"} 1')
  expect(text).toContain('unfog_refusals_total{kind="api",reason="authorization"} 1')
  expect(text).toContain('unfog_refusals_total{kind="auth",reason="authorization"} 1')
  expect(text).toContain('unfog_refusals_total{kind="api",reason="input"} 1')
  expect(text).not.toContain('kind="sign_out"')
  expect(text).toMatch(/^unfog_jobs_waiting\{state="failing"\} 0$/m)
  expect(text).toContain('process_resident_memory_bytes')
  expect(text).not.toMatch(/canary|ana@|dissociation|secretly|leave|PROPFIND|nowhere/)
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(404)
  expect((await fetch(`${address}/metrics`)).status, 'where everybody asks').toBe(404)
  expect(await refusal({ DATA_DIR: join(await newFolder(), 'other'), METRICS_PORT: String(port) })).toContain(
    'METRICS_PORT',
  )
})
