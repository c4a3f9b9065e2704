import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/support/test-app.ts'
import { testDatabase } from '../../../test/support/test-database.ts'
import { buildFolder } from './fingerprint.js'

const database = testDatabase()

async function visit(path: string) {
  const { app } = await testApp(database)
  const answer = await app.request(path)
  expect(answer.status).toBe(200)
  const text = (await answer.text()).replaceAll('<!-- -->', '').replaceAll('&quot;', '"')
  return { text, headers: answer.headers }
}

const packageAt = async (folder: string): Promise<{ name: string; version: string }> =>
  JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'))

/** @returns the package folders that the comments in bundled code name */
const foldersIn = (code: string) =>
  new Set(
    [
      ...code.matchAll(/^\/\/(?:#region)? (node_modules\/(?:.*\/node_modules\/)?(?:@[^/\n]+\/)?[^/\n]+)/gm),
    ].map(([, folder]) => folder ?? ''),
  )

test('The licenses page lists every bundled or installed package with its version', async () => {
  const { text, headers } = await visit('/licenses')
  expect(headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(headers.get('Content-Security-Policy')).toContain("default-src 'none'")
  const { dependencies } = JSON.parse(await readFile('package.json', 'utf8'))
  const server = join(buildFolder(), 'server')
  const files = (await readdir(server, { recursive: true })).filter((name) => name.endsWith('.js'))
  const code = await Promise.all(files.map((name) => readFile(join(server, name), 'utf8')))
  const bundled = foldersIn(code.join('\n'))
  expect(bundled.size).toBeGreaterThan(50)
  const inPages = ['lucide-react', 'tailwindcss', 'rolldown', 'scheduler']
  const installed = [...Object.keys(dependencies), ...inPages].map((name) => `node_modules/${name}`)
  for (const folder of [...bundled, ...installed]) {
    const { name, version } = await packageAt(folder)
    expect.soft(text).toContain(`${name} ${version}`)
  }
})

test('The licenses page has the required license texts, also of fonts and the leaked password list', async () => {
  const { text } = await visit('/licenses')
  for (const words of [
    'Copyright 2020-2024 The Atkinson Hyperlegible Next Project Authors',
    'Copyright 2017 The Literata Project Authors',
    'SIL OPEN FONT LICENSE Version 1.1',
    'SecLists (MIT)',
    'Copyright (c) 2025 Daniel Miessler',
    'Copyright (c) Meta Platforms, Inc. and affiliates.',
  ])
    expect.soft(text).toContain(words)
  const license = await readFile('node_modules/hono/LICENSE', 'utf8')
  expect(text).toContain(license.trim())
})
