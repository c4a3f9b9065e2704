/** Each way a script gets at the environment of its process. (Comments may name it.) */
const reads = [
  /\bprocess\s*(?:[?]?[.]\s*env\b|(?:[?][.])?\[\s*['"`]env['"`])/g,
  /\{[^}]*\benv\b[^}]*\}\s*=\s*(?:globalThis[.])?process\b/g,
  /\bimport\b[^'"]*\benv\b[^'"]*\bfrom\s*['"](?:node:)?process['"]/g,
  /\bloadEnvFile\b/g,
]

const configuration = 'src/platform/config.server.ts'

/**
 * Lines that read the environment where they must not: a setting that is not parsed by the configuration has no check, no
 * sentence for the operator and no line in the documentation.
 *
 * @param path from the project's root
 * @param text of the file
 * @returns `path:line` of each
 */
export function environmentReads(path: string, text: string): string[] {
  if (path === configuration) return []
  const code = text.replace(/^\s*(?:\/\/|\/?[*]).*$/gm, (comment) => comment.replace(/.+/g, ''))
  return reads.flatMap((read) =>
    [...code.matchAll(read)].map(({ index }) => `${path}:${code.slice(0, index).split('\n').length}`),
  )
}
