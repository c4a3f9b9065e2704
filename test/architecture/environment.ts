/** All ways to read the environment. */
const reads = [
  /\bprocess\s*(?:[?]?[.]\s*env\b|(?:[?][.])?\[\s*['"`]env['"`])/g,
  /\{[^}]*\benv\b[^}]*\}\s*=\s*(?:globalThis[.])?process\b/g,
  /\bimport\b[^'"]*\benv\b[^'"]*\bfrom\s*['"](?:node:)?process['"]/g,
  /\bloadEnvFile\b/g,
]

const configuration = 'src/platform/config.server.ts'

/**
 * Finds reads of the environment outside the configuration, which validates and documents every setting.
 *
 * @param path from the project's root
 * @returns `path:line` of each
 */
export function environmentReads(path: string, text: string): string[] {
  if (path === configuration) return []
  const code = text.replace(/^\s*(?:\/\/|\/?[*]).*$/gm, (comment) => comment.replace(/.+/g, ''))
  return reads.flatMap((read) =>
    [...code.matchAll(read)].map(({ index }) => `${path}:${code.slice(0, index).split('\n').length}`),
  )
}
