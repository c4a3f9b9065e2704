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
const { asked } = await import('./asked.js')
const { canBuild, folderOfBuild, freshWords } = await import('./sources.js')
if (process.argv.includes('--dev')) {
  refuseWithoutTools()
  const { develop } = await import('./development.ts')
  await develop(asked)
} else {
  await serveBuilt()
}

async function serveBuilt() {
  // React writes a page at half the cost in its production build, which it takes only when told to before it is loaded.
  process.env.NODE_ENV = 'production'
  const { folder, words } = await made()
  // What was compiled at the last start is not compiled again. Where nothing may be written there, nothing is kept.
  module.enableCompileCache(join(folder, 'compiled'))
  const { start } = await import(pathToFileURL(join(folder, 'server', 'index.js')).href).catch(() => ({}))
  if (!start) {
    console.error(`The build is damaged: delete ${folder} and start again.`)
    process.exit(1)
  }
  await start(folder, words, asked)
}

/**
 * What an earlier start has made, if nothing changed since; else it is made by a process of its own, which takes with it the memory
 * that this needs.
 */
async function made() {
  const folder = folderOfBuild()
  const words = freshWords(folder)
  if (words !== undefined) return { folder, words }
  if (!existsSync(folder)) refuseWithoutTools()
  const child = spawn(process.execPath, [join(import.meta.dirname, 'make.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  asked.addEventListener('abort', () => child.kill())
  const [[code], said] = await Promise.all([once(child, 'exit'), text(child.stdout)])
  if (asked.aborted) process.exit()
  if (code !== 0) process.exit(1)
  return { folder, words: said }
}

/** A finished build is served without the development packages; making one without them would end in a bare stack. */
function refuseWithoutTools() {
  if (canBuild()) return
  console.error(
    'The packages that build the pages are missing, as after `npm ci` with NODE_ENV=production: run `npm ci --include=dev` and start again.',
  )
  process.exit(1)
}
