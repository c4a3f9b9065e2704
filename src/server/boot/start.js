/** `npm start` and `npm run dev`. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import module from 'node:module'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { pathToFileURL } from 'node:url'

// Plain JavaScript, so that an old Node can still read the sentence.
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `This is Node ${process.versions.node}; Unfog runs on Node 24, which \`npm ci\` brings: start it with \`npm start\`.`,
  )
  process.exit(1)
}
const { buildFolder, canBuild, readContentCache } = await import('../build/fingerprint.js')
const shutdown = createShutdownSignal()
try {
  if (process.argv.includes('--dev')) await develop()
  else if (process.argv.includes('--build')) await build()
  else await serveBuild()
} catch (thrown) {
  // Interrupting a start is not an error.
  if (shutdown.aborted) process.exit()
  // An operator can fix a UserFacingError; anything else comes with its stack.
  console.error(thrown instanceof Error && 'isPlain' in thrown ? thrown.message : thrown)
  process.exit(1)
}

async function develop() {
  requireBuildPackages()
  // Development runs the server's sources unbundled.
  await import('../build/yaml-imports.ts')
  const { develop } = await import('./development.ts')
  await develop(shutdown)
}

/** Prints the content as JSON, for `findOrMakeBuild`. */
async function build() {
  const { buildWithContent } = await import('../build/build.ts')
  process.stdout.write(await buildWithContent(shutdown))
}

async function serveBuild() {
  // React picks its production build, of half the cost, when it is loaded.
  process.env.NODE_ENV = 'production'
  const { folder, content } = await findOrMakeBuild()
  module.enableCompileCache(join(folder, 'compiled'))
  const { start } = await import(pathToFileURL(join(folder, 'server', 'index.js')).href).catch(() => ({}))
  if (!start) {
    console.error(`The build is damaged: delete ${folder} and start again.`)
    process.exit(1)
  }
  await start(folder, content, shutdown)
}

/** Builds in another process, whose memory ends with it. */
async function findOrMakeBuild() {
  const folder = buildFolder()
  const content = readContentCache(folder)
  if (content !== undefined) return { folder, content }
  if (!existsSync(folder)) requireBuildPackages()
  const child = spawn(process.execPath, [import.meta.filename, '--build'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  shutdown.addEventListener('abort', () => child.kill())
  const [[code], output] = await Promise.all([once(child, 'exit'), text(child.stdout)])
  if (shutdown.aborted) process.exit()
  if (code !== 0) process.exit(1)
  return { folder, content: output }
}

function requireBuildPackages() {
  if (canBuild()) return
  console.error(
    'The packages that build the pages are missing, as after `npm ci` with NODE_ENV=production: run `npm ci --include=dev` and start again.',
  )
  process.exit(1)
}

function createShutdownSignal() {
  const controller = new AbortController()
  let abortedAt = 0
  const stop = () => {
    // npm repeats the Ctrl-C of the terminal, so one signal arrives twice. A later one exits immediately.
    if (controller.signal.aborted && performance.now() - abortedAt > 1_000) process.exit(1)
    if (!controller.signal.aborted) abortedAt = performance.now()
    controller.abort()
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)
  return controller.signal
}
