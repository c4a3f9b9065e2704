// Plain JavaScript, so that an old Node can still read the sentence.
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `This is Node ${process.versions.node}; Unfog runs on Node 24, which \`npm ci\` brings: start it with \`npm start\`.`,
  )
  process.exit(1)
}
// React writes a page at half the cost in its production build, which it takes only when told to before it is loaded.
if (!process.argv.includes('--dev')) process.env.NODE_ENV = 'production'
// What Node has compiled is kept beside the packages for the next start. Where it may not write it compiles anew.
const { enableCompileCache } = await import('node:module')
enableCompileCache(`${import.meta.dirname}/../../node_modules/.cache/compiled`)
await import('./main.ts')
