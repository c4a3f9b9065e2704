import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const project = join(import.meta.dirname, '..')

/** The command of `npm start`. */
const command: string = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')).scripts.start

/** A server process. */
export type Running = { address: string; pid: number; stop(): Promise<void> }

/**
 * Starts the product as in production, logging each request to /dev/null.
 *
 * @param settings further environment variables
 * @throws if it ends early or is not ready within a minute
 */
export async function startServing(dataDir: string, settings: Record<string, string> = {}): Promise<Running> {
  const { PATH = '', HOME = '' } = process.env
  const port = await freePort()
  const child = spawn('sh', ['-c', command], {
    cwd: project,
    env: {
      PATH: `${dirname(process.execPath)}:${PATH}`,
      HOME,
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: 'info',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const address = `http://localhost:${port}`
  const deadline = performance.now() + 60_000
  while (
    !(await fetch(`${address}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error('The product ended before it was ready.')
    if (performance.now() > deadline) throw new Error('The product was not ready within a minute.')
    await sleep(50)
  }
  return { address, pid: child.pid ?? 0, stop: () => end(child) }
}

/** Starts the hello-world, which also serves the plain files of a folder. */
export const startHelloWorld = (folder: string): Promise<Running> => startProgram('hello-world.ts', folder)

/** Starts the minimal server of `node:http` and `pg`. @param connection options of `pg` */
export const startBaseline = (connection: object): Promise<Running> =>
  startProgram('baseline-server.ts', JSON.stringify(connection))

async function startProgram(program: string, argument: string): Promise<Running> {
  const child = spawn(process.execPath, [join(import.meta.dirname, program), argument], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [text] = (await Promise.race([once(child.stdout, 'data'), once(child, 'exit')])) as [unknown]
  const ready = /^ready (http\S+)$/m.exec(String(text))
  if (!ready?.[1]) throw new Error(`${program} did not start.`)
  return { address: ready[1], pid: child.pid ?? 0, stop: () => end(child) }
}

async function end(child: ReturnType<typeof spawn>): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

/**
 * @param clientIp sent as X-Forwarded-For, because new accounts are rate limited per IP
 * @returns the session cookie of a new user
 */
export async function signUp(address: string, email: string, clientIp = '192.0.2.250'): Promise<string> {
  const { headers } = await fetch(`${address}/auth-test?mode=sign-up`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'Sec-Fetch-Site': 'same-origin', 'X-Forwarded-For': clientIp },
    body: new URLSearchParams({
      email,
      password: 'lantern over the quiet harbor',
      of_age: 'on',
    }),
  })
  const cookie = headers.getSetCookie().find((one) => one.startsWith('__Host-session='))
  if (!cookie) throw new Error('Nobody could be signed up.')
  return cookie.split(';')[0] ?? ''
}

/** Resident set size of a process without its children, in MB of 1,000,000 bytes. */
export function residentMegabytes(pid: number): number {
  const kibibytes =
    process.platform === 'linux'
      ? /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return (Number(kibibytes) * 1024) / 1e6
}

/** CPU time of a process in microseconds; NaN except on Linux. */
export function processorMicroseconds(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // Skips the name, which may contain spaces. utime and stime follow as fields 12 and 13, in 1/100 s (proc_pid_stat(5)).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}
