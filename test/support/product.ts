import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

export type Product = {
  address: string
  process: ChildProcess
  /** Standard output and error so far. */
  output(): string
  /** The exit code; null after a signal. */
  ended: Promise<number | null>
  stop(): Promise<number | null>
}

export type StartOptions = {
  /** Project folder, this one by default. */
  cwd?: string
  uid?: number
  gid?: number
  /** Default: this Node with `src/server/boot/start.js`. */
  command?: string[]
  /** Whether to start a new process group, as a terminal does. */
  ownGroup?: boolean
}

/** A product that may not be ready yet. */
export type Starting = Omit<Product, 'address' | 'stop'> & {
  /** Its address. @throws with its output if it ends first */
  ready: Promise<string>
}

const project = join(import.meta.dirname, '..', '..')

/** Starts a clone with the Node of its packages, which any user can run. */
export const ownNode = (clone: string): string[] => [
  join(clone, 'node_modules', '.bin', 'node'),
  'src/server/boot/start.js',
]

/**
 * Starts the product without waiting.
 *
 * @param env the environment, except PATH and HOME, which are inherited
 */
export function beginProduct(env: Record<string, string>, options: StartOptions = {}): Starting {
  const { PATH = '', HOME = '' } = process.env
  const [program = '', ...args] = options.command ?? [process.execPath, 'src/server/boot/start.js']
  const child = spawn(program, args, {
    cwd: options.cwd ?? project,
    env: { PATH, HOME, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: options.ownGroup ?? false,
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.gid }),
  })
  let output = ''
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  const ready = new Promise<string>((resolve, reject) => {
    const onOutput = (text: Buffer) => {
      output += text.toString()
      const [, address] = /^ready (http\S+)$/m.exec(output) ?? []
      if (address) resolve(address)
    }
    child.stdout.on('data', onOutput)
    child.stderr.on('data', onOutput)
    child.once('error', reject)
    child.once('close', (code) =>
      reject(new Error(`The product ended (${code}) before it was ready:\n${output}`)),
    )
  })
  // Callers need not handle this rejection.
  ready.catch(() => {})
  return { process: child, output: () => output, ended, ready }
}

/**
 * Starts the product and waits until it is ready.
 *
 * @param env as in `beginProduct`
 * @throws with its output if it ends first
 */
export async function startProduct(
  env: Record<string, string>,
  options: StartOptions = {},
): Promise<Product> {
  const { ready, ...product } = beginProduct(env, options)
  const address = await ready
  return {
    ...product,
    address,
    stop: () => {
      product.process.kill('SIGTERM')
      return product.ended
    },
  }
}
