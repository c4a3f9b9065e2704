// Plain JavaScript, so that an old Node can still read the sentence.
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `This is Node ${process.versions.node}; Unfog runs on Node 24, which \`npm ci\` brings: start it with \`npm start\`.`,
  )
  process.exit(1)
}
// React writes a page at half the cost in its production build, which it takes only when told to before it is loaded.
if (!process.argv.includes('--dev')) process.env.NODE_ENV = 'production'
await import('./main.ts')
