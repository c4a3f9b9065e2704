/** Texts that no committed file may contain. */
const forbidden: { name: string; file: RegExp; text: RegExp }[] = [
  {
    // Absolute paths of one machine, but not `at/work/` or `https://host/home/`.
    name: 'the path of a machine',
    file: /./,
    text: /(?:(?<![\w.~)}/-])|(?<=file:\/\/))\/(?:root|work|(?:home|Users)\/[\w.-]+)\/[\w.$-]*/,
  },
  {
    // A fixed registry breaks mirrors and offline machines.
    name: 'the host of a package registry',
    file: /^(?!docs\/)/,
    text: /\bregistry[.][a-z0-9-]+[.][a-z]{2,}|^[ \t]*(?:@[\w-]+:)?registry[ \t]*=/m,
  },
  {
    name: 'the address a package was fetched from',
    file: /(?:^|\/)(?:package-lock|npm-shrinkwrap)[.]json$/,
    text: /"resolved":\s*"(?:https?|git)/,
  },
  {
    // dependency-cruiser misses these; use `import type`.
    name: 'a type import that the import rules cannot see',
    file: /^src\/.*[.]tsx?$/,
    text: /\btypeof\s+import\s*\(|\bimport\s*\(\s*['"][^'"]+['"]\s*\)\s*[.]\s*[A-Z]/,
  },
  {
    // A skipped test passes silently.
    name: 'a test that is left out',
    file: /[.](?:test|e2e|start)[.]tsx?$/,
    text: /[.](?:only|skip|todo|fixme|fails)(?:If)?(?:[.]\w+)*\(|^[ \t]*(?:fit|fdescribe|xit|xtest|xdescribe)\(/m,
  },
]

/**
 * Finds machine paths, hidden imports and skipped tests.
 *
 * @param path from the project's root
 * @returns `path:line says …` for the first of each kind
 */
export function forbiddenWords(path: string, text: string): string[] {
  return forbidden.flatMap((word) => {
    const match = word.file.test(path) ? word.text.exec(text) : null
    return match
      ? [`${path}:${text.slice(0, match.index).split('\n').length} says ${word.name}: ${match[0].trim()}`]
      : []
  })
}
