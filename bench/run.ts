/**
 * `npm run bench`: measures the product beside a hello-world, a minimal server and plain files in the same run. Prints a report with the
 * previous results and writes bench/results.md. Exits with 1 if a budget is exceeded by more than the measured noise, or if a
 * measurement fails.
 *
 * `npm run bench -- --only floor,memory` measures only those and writes nothing. `growth` is slow and only runs with `--only growth`.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { buildWhenStale } from '../src/server/build/build.ts'
import { ensureChromium } from '../test/support/chromium.ts'
import { launch } from './browser.ts'
import { ensureCaddy } from './caddy.ts'
import { measureEnumeration } from './enumeration.ts'
import { measurePaint } from './first-paint.ts'
import { measureGlossary } from './glossary.ts'
import { measureHttp } from './http.ts'
import { measureInteractive } from './interactive.ts'
import { measureJournal } from './journal.ts'
import { measureWithLighthouse } from './lighthouse.ts'
import { measureLock } from './lock.ts'
import { measureNextTerm } from './next-term.ts'
import { measureOwnSearch } from './own-search.ts'
import { type Running, startHelloWorld, startServing } from './processes.ts'
import { measureGrowth } from './scaling.ts'
import { measureSearch } from './search.ts'
import { measureRecall } from './search-recall.ts'
import { measureSignIn } from './sign-in.ts'
import { measureStart, memorySection, readMemory } from './start.ts'
import { isBroken, readReport, renderSection, type Section } from './table.ts'
import { measureVsBaseline } from './vs-baseline.ts'
import { measureWeight } from './weight.ts'

/** Sections with a browser, those with servers, and all in the order of the report. */
const inBrowser = ['weight', 'paint', 'next-term', 'interactive', 'search'] as const
const ofServers = ['load', 'floor', 'sign-in', 'memory', 'lighthouse', 'recall', ...inBrowser] as const
const sections = ['start', 'glossary', 'journal', 'own-search', 'lock', ...ofServers, 'enumeration'] as const
type Name = (typeof sections)[number] | 'growth'

const { values } = parseArgs({ options: { only: { type: 'string' } } })
const selected = new Set<string>(values.only?.split(',') ?? sections)
const isSelected = (name: Name) => selected.has(name)
const unknownSections = [...selected].filter((name) => name !== 'growth' && !sections.includes(name as never))
if (unknownSections.length > 0) {
  console.error(`There is no section ${unknownSections.join(', ')}: ${[...sections, 'growth'].join(', ')}.`)
  process.exit(1)
}

const results = join(import.meta.dirname, 'results.md')
const previous = readReport(await readFile(results, 'utf8').catch(() => ''))
const report: string[] = []
const failed: string[] = []

function print(text: string) {
  report.push(text, '')
  console.log(`${text}\n`)
}

/** Measures one section; a failure does not stop the others. */
async function section(name: Name, measure: () => Promise<Section>) {
  if (!isSelected(name)) return
  try {
    const measured = await measure()
    failed.push(...measured.rows.filter(isBroken).map((row) => `${measured.title}: ${row.measure}`))
    print(renderSection(measured, previous))
  } catch (thrown) {
    failed.push(`${name} could not be measured`)
    print(`## ${name}\n\nCould not be measured.`)
    console.error(thrown)
  }
}

async function withServers(folder: string) {
  if (!ofServers.some(isSelected)) return
  const hello = await startHelloWorld(folder)
  try {
    const dataDir = await mkdtemp(join(folder, 'serving-'))
    // Measures the second start, which uses the compile cache (server/boot/start.js).
    await (await startServing(dataDir)).stop()
    const product = await startServing(dataDir, { TRUSTED_PROXIES: '1' })
    await askServers(folder, dataDir, product, hello).finally(() => product.stop())
  } finally {
    await hello.stop()
  }
}

async function askServers(folder: string, dataDir: string, product: Running, hello: Running) {
  for (const path of ['/', '/glossary', '/glossary/gaslighting', '/api/terms'])
    await fetch(product.address + path)
  await fetch(hello.address)
  const warm = readMemory(product, hello)
  await section('load', () => measureHttp(product, hello))
  await section('floor', () => measureVsBaseline(product, dataDir))
  const loaded = readMemory(product, hello)
  if (isSelected('memory')) await sleep(5_000)
  const rested = readMemory(product, hello)
  await section('sign-in', () => measureSignIn(product.address))
  await section('memory', async () => memorySection(warm, loaded, rested))
  await section('lighthouse', () => measureWithLighthouse(product.address))
  await section('recall', () => measureRecall(product.address))
  if (!inBrowser.some(isSelected)) return
  const browser = await launch()
  try {
    await section('weight', () => measureWeight(browser, product.address))
    await section('paint', () => measurePaint(browser, product.address, hello.address, folder))
    await section('next-term', () => measureNextTerm(browser, product.address))
    await section('interactive', () => measureInteractive(browser, folder))
    await section('search', () => measureSearch(browser, product.address))
  } finally {
    await browser.close()
  }
}

ensureChromium()
if (isSelected('interactive')) ensureCaddy()
await buildWhenStale()
const folder = await mkdtemp(join(tmpdir(), 'unfog-bench-'))
const began = performance.now()
try {
  print('# What it costs')
  print(
    `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${availableParallelism()} cores.`,
  )
  await section('start', () => measureStart(folder))
  await section('glossary', () => measureGlossary(folder))
  await section('journal', () => measureJournal(folder))
  await section('own-search', () => measureOwnSearch(folder))
  await section('lock', () => measureLock(folder))
  await withServers(folder)
  await section('enumeration', async () => measureEnumeration(await mkdtemp(join(folder, 'mailing-'))))
  await section('growth', () => measureGrowth(folder))
  print(
    failed.length === 0 ? 'Every budget is kept.' : `Broken, by more than the noise: ${failed.join('; ')}.`,
  )
  print(`Measured in ${Math.round((performance.now() - began) / 1000)} s.`)
} finally {
  await rm(folder, { recursive: true, force: true })
}
if (!values.only) await writeFile(results, report.join('\n'))
process.exit(failed.length === 0 ? 0 : 1)
