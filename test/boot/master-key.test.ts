import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { entriesOf, operator, signInTo, writeTo } from '../support/operator.ts'
import { startFixture } from '../support/start-directory.ts'

const { clone, newDataDir, start, startError: refusal } = startFixture()

test('The master key can be rotated while users write: no write fails, and the old key is rejected', async () => {
  const DATA_DIR = await newDataDir()
  const file = join(DATA_DIR, 'master.key')
  let server = await start({ DATA_DIR })
  const ana = await signInTo(server.address, 'ana@example.org', 'sign-up')
  const old = await readFile(file, 'utf8')
  let written = 0
  let rotating = true
  const writing = (async () => {
    while (rotating) await writeTo(server.address, ana, `Number ${++written}`)
  })()
  const others = []
  for (let place = 0; place < 3; place++) {
    // The first write of a user creates a data key.
    const someone = await signInTo(server.address, `b${place}@example.org`, 'sign-up')
    others.push(someone)
  }
  const rotation = operator(clone, { DATA_DIR }, 'master-key', 'rotate')
  for (const someone of others) await writeTo(server.address, someone, 'First')
  expect(await rotation).toMatch(
    /The new master key is in use, and \d+ rows were re-encrypted\. The file master\.key is the new one/,
  )
  rotating = false
  await writing
  expect(await readFile(file, 'utf8')).not.toBe(old)
  expect(await entriesOf(server.address, ana)).toContain(`Number ${written}`)

  server.process.kill('SIGTERM')
  await server.ended
  server = await start({ DATA_DIR })
  expect(await entriesOf(server.address, ana)).toContain(`Number ${written}`)
  for (const someone of others) expect(await entriesOf(server.address, someone)).toEqual(['First'])
  // A second rotation.
  expect(await operator(clone, { DATA_DIR }, 'master-key', 'rotate')).toContain(
    'The new master key is in use',
  )
  expect(await entriesOf(server.address, others[0])).toEqual(['First'])
  server.process.kill('SIGTERM')
  await server.ended
  await writeFile(file, old)
  expect(await refusal({ DATA_DIR })).toContain('another master key')
})
