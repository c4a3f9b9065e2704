import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { chromium } from 'playwright'
import { chromiumFlags, findChromium } from '../test/support/chromium.ts'
import { freePort } from '../test/support/free-port.ts'
import { atMost, figure, median, noiseOf, type Row, type Section } from './table.ts'

/** Minimum mobile scores (specification of the public site), of 100. */
const minimum = { performance: 95, accessibility: 100, 'best-practices': 100, seo: 100 } as const
type Category = keyof typeof minimum
const mostShift = 0.02

const pages = ['/', '/glossary/gaslighting']
const rounds = 5
/** Retries after NO_NAVSTART, when Lighthouse lost the trace of a load. */
const retries = 2
type PageResult = Record<Category, number> & { shift: number; blocked: number; problems: string[] }

type Audit = { id: string; score: number | null; numericValue?: number }
type Report = {
  runtimeError?: { code: string; message: string }
  categories: Record<string, { score: number | null; auditRefs: { id: string }[] }>
  audits: Record<string, Audit>
}

const run = promisify(execFile)
/** Has its own lock file, because nothing else needs its 150 MB. */
const tool = join(import.meta.dirname, 'lighthouse')
const program = join(tool, 'node_modules', 'lighthouse', 'cli', 'index.js')

async function install() {
  if (!existsSync(program)) await run('npm', ['ci', '--no-audit', '--no-fund'], { cwd: tool })
}

/** Measures with Lighthouse's own phone and network settings. */
export async function measureWithLighthouse(address: string): Promise<Section> {
  await install()
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

/** Starts a browser at about:blank: next to the new tab page Lighthouse finds no trace of ours. */
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
  const results: PageResult[] = []
  for (let round = 0; round < rounds; round++) results.push(await runLighthouse(address + page, port))
  const scores = Object.entries(minimum).map(([name, score]): Row => {
    const value = median(results.map((each) => each[name as Category]))
    const problems = [...new Set(results.flatMap((each) => each.problems))].filter((each) =>
      each.startsWith(`${name}:`),
    )
    return {
      measure: `${page}, ${name}`,
      ours: [Math.round(value), ...problems.map((each) => each.slice(name.length + 2))].join('; '),
      budget: `at least ${score}`,
      passed: value >= score,
    }
  })
  const shift = Math.max(...results.map((each) => each.shift))
  const row = { measure: `${page}, CLS (worst)`, ours: shift.toFixed(4), budget: `less than ${mostShift}` }
  const blocked = results.map((each) => each.blocked)
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

async function reportOf(url: string, port: number): Promise<Report> {
  const categories = `--only-categories=${Object.keys(minimum).join(',')}`
  const options = ['--output=json', '--quiet', '--no-enable-error-reporting', `--port=${port}`, categories]
  // Lighthouse may exit with 1 and still write its report.
  const { stdout } = await run(process.execPath, [program, url, ...options], { maxBuffer: 2 ** 26 }).catch(
    (thrown) => {
      if (thrown.stdout) return thrown as { stdout: string }
      throw thrown
    },
  )
  return JSON.parse(stdout)
}

async function runLighthouse(url: string, port: number, retriesLeft = retries): Promise<PageResult> {
  const report = await reportOf(url, port)
  if (report.runtimeError?.code === 'NO_NAVSTART' && retriesLeft > 0)
    return runLighthouse(url, port, retriesLeft - 1)
  if (report.runtimeError) throw new Error(`Lighthouse: ${report.runtimeError.message}`)
  const score = (name: Category) => Math.round((report.categories[name]?.score ?? 0) * 100)
  const problems = Object.keys(minimum).flatMap((name) =>
    // Timings are in the score already.
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
