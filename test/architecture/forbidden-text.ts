/** What no committed file may say, and why. */
const forbidden: { name: string; file: RegExp; text: RegExp }[] = [
  {
    // Folders at a machine's root that belong to one person or one machine. `at/work/` and `https://host/home/` are none.
    name: 'the path of a machine',
    file: /./,
    text: /(?:(?<![\w.~)}/-])|(?<=file:\/\/))\/(?:root|work|(?:home|Users)\/[\w.-]+)\/[\w.$-]*/,
  },
  {
    // npm takes the registry from its own settings; a host written here breaks every mirror and every machine without a net.
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
    // The reader of imports overlooks these two spellings; `import type` at the head of the file says the same.
    name: 'a type import that the import rules cannot see',
    file: /^src\/.*[.]tsx?$/,
    text: /\btypeof\s+import\s*\(|\bimport\s*\(\s*['"][^'"]+['"]\s*\)\s*[.]\s*[A-Z]/,
  },
  {
    // A test that is left out passes in silence.
    name: 'a test that is left out',
    file: /[.](?:test|e2e|start)[.]tsx?$/,
    text: /[.](?:only|skip|todo|fixme|fails)(?:If)?(?:[.]\w+)*\(|^[ \t]*(?:fit|fdescribe|xit|xtest|xdescribe)\(/m,
  },
]

/**
 * Words that give away the machine a file was written on, go round the import rules, or switch a test off.
 *
 * @param path from the project's root
 * @param text of the file
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
