import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

export type Product = {
  address: string
  process: ChildProcess
  /** Everything written so far, standard output and error together. */
  output(): string
  stop(): Promise<number | null>
}

/**
 * Starts the product as a person would and waits for its last line.
 *
 * @param env settings of this start; nothing is taken from the surrounding environment but PATH and HOME
 * @throws with everything the process said when it ends before it is ready
 */
export function startProduct(env: Record<string, string>, options: { cwd?: string; uid?: number; gid?: number } = {}): Promise<Product> {
  const cwd = options.cwd ?? join(import.meta.dirname, '..', '..')
  const { PATH = '', HOME = '' } = process.env
  const child = spawn(process.execPath, ['src/server/start.js'], {
    cwd,
    env: { PATH, HOME, LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(options.uid === undefined ? {} : { uid: options.uid, gid: options.gid }),
  })
  let output = ''
  const ended = new Promise<number | null>((resolve) => child.once('exit', resolve))
  return new Promise((resolve, reject) => {
    const hear = (text: Buffer) => {
      output += text.toString()
      const ready = /^ready (http\S+)$/m.exec(output)
      if (!ready?.[1]) return
      resolve({
        address: ready[1],
        process: child,
        output: () => output,
        stop: () => {
          child.kill('SIGTERM')
          return ended
        },
      })
    }
    child.stdout.on('data', hear)
    child.stderr.on('data', hear)
    ended.then((code) => reject(new Error(`The product ended (${code}) before it was ready:\n${output}`)))
  })
}
