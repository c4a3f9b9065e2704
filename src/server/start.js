import module from 'node:module'
import { join } from 'node:path'

// Plain JavaScript, so that an old Node can still read the sentence.
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `This is Node ${process.versions.node}; Unfog runs on Node 24, which \`npm ci\` brings: start it with \`npm start\`.`,
  )
  process.exit(1)
}
// React writes a page at half the cost in its production build, which it takes only when told to before it is loaded.
if (!process.argv.includes('--dev')) process.env.NODE_ENV = 'production'
// What was compiled at the last start is not compiled again: half the time to be ready, and a third of the memory, most of it of the
// compiler that takes types away. Where nothing may be written there, nothing is kept; a new build begins anew (build.ts).
if (!process.argv.includes('--dev'))
  module.enableCompileCache(join(import.meta.dirname, '..', '..', 'node_modules', '.cache', 'unfog'))
await import('./main.ts')
