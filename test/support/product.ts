import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

export type Product = {
  address: string
  process: ChildProcess
  /** Everything written so far, standard output and error together. */
  output(): string
  /** The exit code, once it has ended; null when a signal ended it. */
  ended: Promise<number | null>
  stop(): Promise<number | null>
}

export type StartOptions = {
  /** The folder of the project to start; this one if left out. */
  cwd?: string
  uid?: number
  gid?: number
  /** The program and its arguments; this Node with `src/server/boot/start.js` if left out. */
  command?: string[]
  /** Whether it leads a process group of its own, as what is started in a terminal does. */
  ownGroup?: boolean
}

/** A product that was told to start, and may be ready one day. */
export type Starting = Omit<Product, 'address' | 'stop'> & {
  /** Its address, with its last line. @throws with everything it said when it ends before that */
  ready: Promise<string>
}

const project = join(import.meta.dirname, '..', '..')

/** The command that starts a clone on the Node among its own packages, which every user who may enter it may run. */
export const ownNode = (clone: string): string[] => [
  join(clone, 'node_modules', '.bin', 'node'),
  'src/server/boot/start.js',
]

/**
 * Starts the product as a person would, and waits for nothing.
 *
 * @param env settings of this start; nothing is taken from the surrounding environment but PATH and HOME
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
  // Whoever waits for another sign of it need not hear of this one.
  ready.catch(() => {})
  return { process: child, output: () => output, ended, ready }
}

/**
 * Starts the product as a person would and waits for its last line.
 *
 * @param env as in `beginProduct`
 * @throws with everything the product said when it ends before it is ready
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
