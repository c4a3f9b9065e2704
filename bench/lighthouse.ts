import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import lighthouse from 'lighthouse'
import { chromium } from 'playwright'
import { chromiumFlags, findChromium } from '../test/support/chromium.ts'
import { freePort } from '../test/support/free-port.ts'
import { atMost, figure, median, noiseOf, type Row, type Section } from './table.ts'

/** Specification of the public site: what Lighthouse has to find on a phone, of 100. */
const least = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const
type Category = keyof typeof least
const mostShift = 0.02

const pages = ['/', '/glossary/gaslighting']
const rounds = 5
/** How often it is asked once more where it lost the record of a load (NO_NAVSTART), as it says itself. */
const again = 2
type Found = Record<Category, number> & { shift: number; blocked: number; problems: string[] }

/** Lighthouse's own verdict, with its own phone on its own slow line. */
export async function measureWithLighthouse(address: string): Promise<Section> {
  const browser = await startBrowser()
  try {
    const rows: Row[] = []
    for (const page of pages) rows.push(...(await rowsOf(page, address, browser.port)))
    return {
      title: 'Lighthouse',
      note: `Its own phone on its own slow line; medians of ${rounds}, the worst for shifts. What it finds wrong is named.`,
      rows,
    }
  } finally {
    await browser.stop()
  }
}

/** A browser of its own, which begins at an empty page: beside the page of a new tab Lighthouse finds no trace of ours. */
async function startBrowser() {
  const profile = await mkdtemp(join(tmpdir(), 'unfog-lighthouse-'))
  const port = await freePort()
  const child = spawn(
    findChromium(true) ?? chromium.executablePath(),
    [
      ...chromiumFlags,
      '--headless',
      `--remote-debugging-port=${port}`,
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    { stdio: 'ignore' },
  )
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/json/version`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (child.exitCode === null && !(await answers())) await sleep(50)
  return {
    port,
    async stop() {
      if (child.exitCode === null) {
        child.kill()
        await once(child, 'exit')
      }
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function rowsOf(page: string, address: string, port: number): Promise<Row[]> {
  const found: Found[] = []
  for (let round = 0; round < rounds; round++) found.push(await look(address + page, port))
  const scores = Object.entries(least).map(([name, score]): Row => {
    const value = median(found.map((each) => each[name as Category]))
    const problems = [...new Set(found.flatMap((each) => each.problems))].filter((each) =>
      each.startsWith(`${name}:`),
    )
    return {
      measure: `${page}, ${name}`,
      ours: [Math.round(value), ...problems.map((each) => each.slice(name.length + 2))].join('; '),
      budget: `at least ${score}`,
      passed: value >= score,
    }
  })
  const shift = Math.max(...found.map((each) => each.shift))
  const row = { measure: `${page}, CLS (worst)`, ours: shift.toFixed(4), budget: `less than ${mostShift}` }
  const blocked = found.map((each) => each.blocked)
  return [
    ...scores,
    { ...row, passed: shift < mostShift },
    {
      measure: `${page}, TBT`,
      ours: figure(median(blocked), 'ms'),
      ...atMost(median(blocked), 0, ' ms', noiseOf(blocked)),
    },
  ]
}

async function look(url: string, port: number, more = again): Promise<Found> {
  const result = await lighthouse(url, {
    port,
    output: 'json',
    logLevel: 'error',
    onlyCategories: Object.keys(least),
  })
  const report = result?.lhr
  if (report?.runtimeError?.code === 'NO_NAVSTART' && more > 0) return look(url, port, more - 1)
  if (!report || report.runtimeError) throw new Error(`Lighthouse: ${report?.runtimeError?.message}`)
  const score = (name: Category) => Math.round((report.categories[name]?.score ?? 0) * 100)
  const problems = Object.keys(least).flatMap((name) =>
    // What it measures in time is in the score already.
    (name === 'performance' ? [] : (report.categories[name]?.auditRefs ?? []))
      .map(({ id }) => report.audits[id])
      .filter((audit) => audit?.score !== null && (audit?.score ?? 1) < 1)
      .map((audit) => `${name}: ${audit?.id}`),
  )
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    'best-practices': score('best-practices'),
    seo: score('seo'),
    shift: report.audits['cumulative-layout-shift']?.numericValue ?? Number.NaN,
    blocked: report.audits['total-blocking-time']?.numericValue ?? Number.NaN,
    problems,
  }
}
