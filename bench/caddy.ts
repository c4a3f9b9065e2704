import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

const caddy = '/usr/bin/caddy'

/** Finds Caddy or, on Debian as root, installs it. */
export function ensureCaddy(): void {
  if (existsSync(caddy) || !existsSync('/etc/debian_version') || process.getuid?.() !== 0) return
  spawnSync('apt-get', ['update'], { stdio: 'inherit' })
  spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'caddy'], { stdio: 'inherit' })
}

/**
 * Starts Caddy in front of the product as in docs/deployment.md, with HTTP/2 and a self-signed certificate.
 *
 * @param folder for its files
 */
export async function startCaddy(folder: string, port: number, upstream: string) {
  const own = await mkdtemp(join(folder, 'caddy-'))
  await writeFile(
    join(own, 'Caddyfile'),
    `{
  admin off
  skip_install_trust
  auto_https disable_redirects
  servers {
    protocols h1 h2
  }
}
https://localhost:${port} {
  tls internal
  reverse_proxy ${upstream}
}
`,
  )
  const child = spawn(caddy, ['run', '--config', 'Caddyfile', '--adapter', 'caddyfile'], {
    cwd: own,
    env: { PATH: process.env.PATH ?? '', HOME: own, XDG_DATA_HOME: own, XDG_CONFIG_HOME: own },
    stdio: 'ignore',
  })
  const deadline = performance.now() + 20_000
  while (!(await isListening(port))) {
    if (child.exitCode !== null || performance.now() > deadline) throw new Error('Caddy did not start.')
    await sleep(50)
  }
  return {
    address: `https://localhost:${port}`,
    stop: async () => {
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

const isListening = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })
