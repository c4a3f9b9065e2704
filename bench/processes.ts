import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const project = join(import.meta.dirname, '..')

/** What `npm start` says to the shell. */
const command: string = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')).scripts.start

/** A server in a process of its own. */
export type Running = { address: string; pid: number; stop(): Promise<void> }

/**
 * The product as it is run in production, with a line of log for each request; the lines are thrown away by the system, so
 * that reading them costs the measuring process nothing.
 *
 * @param settings more of them, by their names in the environment
 * @throws when it ends before it is ready, or is not ready within a minute
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

/** The hello-world, which also sends the plain files of a folder. */
export const startHelloWorld = (folder: string): Promise<Running> => startProgram('hello-world.ts', folder)

/** The floor of `node:http` and `pg`. @param connection as `pg` takes it */
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
 * @param index the network address they come from, as a proxy would name it: one place may not make many accounts
 * @returns the cookie of a new person's session
 */
export async function signUp(address: string, email: string, index = '192.0.2.250'): Promise<string> {
  const { headers } = await fetch(`${address}/auth-test?mode=sign-up`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'Sec-Fetch-Site': 'same-origin', 'X-Forwarded-For': index },
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

/** Memory that a process holds (resident set), in MB of 1,000,000 bytes; of the process alone, without its children. */
export function residentMegabytes(pid: number): number {
  const kibibytes =
    process.platform === 'linux'
      ? /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
      : execFileSync('ps', ['-o', 'rss=', '-p', String(pid)], { encoding: 'utf8' })
  return (Number(kibibytes) * 1024) / 1e6
}

/** Processor time that a process has used, in microseconds; NaN where the system does not tell it finely enough. */
export function processorMicroseconds(pid: number): number {
  if (process.platform !== 'linux') return Number.NaN
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // After the name, which may hold spaces: utime and stime are the 12th and 13th field, in hundredths of a second (proc_pid_stat(5)).
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10_000
}
