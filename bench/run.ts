/**
 * `npm run bench`: what the product costs, beside a hello-world of the same stack in the same run. Measurements, not tests:
 * a budget that is broken is marked and does not fail the run; only what could not be measured does. Prints its report and
 * writes it to bench/results.md.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildWhenStale } from '../src/server/build.ts'
import { ensureChromium } from '../test/support/chromium.ts'
import { launch } from './browser.ts'
import { measureEnumeration } from './enumeration.ts'
import { measureGlossary } from './glossary.ts'
import { measureHttp } from './http.ts'
import { measureJournal } from './journal.ts'
import { measureWithLighthouse } from './lighthouse.ts'
import { measurePaint } from './paint.ts'
import { type Running, startHelloWorld, startServing } from './processes.ts'
import { measureRecall } from './recall.ts'
import { measureSearch } from './search.ts'
import { measureSignIn } from './sign-in.ts'
import { measureStart, memorySection, readMemory } from './start.ts'
import { renderSection, type Section } from './table.ts'
import { measureWeight } from './weight.ts'

const report: string[] = []
let failed = 0

function print(text: string) {
  report.push(text, '')
  console.log(`${text}\n`)
}

/** One section of the report; when it cannot be measured the others still are. */
async function section(name: string, measure: () => Promise<Section>) {
  try {
    print(renderSection(await measure()))
  } catch (thrown) {
    failed++
    print(`## ${name}\n\nCould not be measured.`)
    console.error(thrown)
  }
}

async function withServers(folder: string, product: Running, hello: Running) {
  for (const path of ['/', '/glossary', '/glossary/gaslighting', '/api/terms'])
    await fetch(product.address + path)
  await fetch(hello.address)
  const warm = readMemory(product, hello)
  await section('Under load', () => measureHttp(product, hello))
  await section('While fifty a second sign in', () => measureSignIn(product.address))
  await section('Memory', async () => memorySection(warm, readMemory(product, hello)))
  await section('Lighthouse', () => measureWithLighthouse(product.address))
  await section('What is found', () => measureRecall(product.address))
  const browser = await launch()
  try {
    await section('Weight', () => measureWeight(browser, product.address))
    await section('Paint', () => measurePaint(browser, product.address, hello.address, folder))
    await section('Header search', () => measureSearch(browser, product.address))
  } finally {
    await browser.close()
  }
}

ensureChromium()
await buildWhenStale()
const folder = await mkdtemp(join(tmpdir(), 'unfog-bench-'))
const began = performance.now()
try {
  print('# What it costs')
  print(
    `${new Date().toISOString().slice(0, 10)}, Node ${process.versions.node}, ${availableParallelism()} cores.`,
  )
  await section('Start', () => measureStart(folder))
  await section('Glossary', () => measureGlossary(folder))
  await section('Journal', () => measureJournal(folder))
  const hello = await startHelloWorld(folder)
  try {
    const product = await startServing(await mkdtemp(join(folder, 'serving-')))
    await withServers(folder, product, hello).finally(() => product.stop())
  } finally {
    await hello.stop()
  }
  await section('Whether the time of an answer tells who has an account', async () =>
    measureEnumeration(await mkdtemp(join(folder, 'mailing-'))),
  )
  print(`Measured in ${Math.round((performance.now() - began) / 1000)} s.`)
} finally {
  await rm(folder, { recursive: true, force: true })
}
await writeFile(join(import.meta.dirname, 'results.md'), report.join('\n'))
process.exit(failed === 0 ? 0 : 1)
