// Plain JavaScript, so that an old Node can still read the sentence.
if (Number(process.versions.node.split('.')[0]) < 24) {
  console.error(
    `This is Node ${process.versions.node}; Unfog runs on Node 24, which \`npm ci\` brings: start it with \`npm start\`.`,
  )
  process.exit(1)
}
await import('./main.ts')
