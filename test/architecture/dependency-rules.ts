import { existsSync } from 'node:fs'
import { extname, join } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'

export const project = join(import.meta.dirname, '..', '..')

/** A file and its imports, by paths from the root of the tree. */
export type Module = { source: string; imports: { specifier: string; path: string; isResolved: boolean }[] }

export type Violation = { rule: string; from: string; to: string }

/** The rules of `.dependency-cruiser.js`. */
export const importRules = await extractDepcruiseOptions(join(project, '.dependency-cruiser.js'))

/**
 * Checks all imports of a tree.
 *
 * @param root folder with `src` and optionally `packages`, `test`, `bench` and `scripts`
 */
export async function cruiseTree(root: string): Promise<{ modules: Module[]; violations: Violation[] }> {
  const folders = ['src', 'packages', 'test', 'bench', 'scripts'].filter((folder) =>
    existsSync(join(root, folder)),
  )
  const { output } = await cruise(folders, { ...importRules, baseDir: root })
  const { modules, summary } = output as ICruiseResult
  return {
    modules: modules
      .filter(({ source }) => !source.includes('node_modules/'))
      .map(({ source, dependencies }) => ({
        source,
        imports: dependencies.map(({ module, resolved, couldNotResolve }) => ({
          specifier: module,
          path: resolved,
          isResolved: !couldNotResolve,
        })),
      })),
    violations: summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
  }
}

/**
 * Imports of our own files without the exact file name. Node runs TypeScript directly and needs it, while `tsc` also accepts `./x.js`
 * or `./x` for `x.ts`.
 */
export function misnamedImports(modules: Module[]): string[] {
  return modules.flatMap(({ source, imports }) =>
    imports
      .filter(({ specifier, isResolved }) => isResolved && /^[.#/]/.test(specifier))
      .filter(({ specifier, path }) => extname(specifier.replace(/\?.*$/, '')) !== extname(path))
      .map(({ specifier, path }) => `${source} imports ${path} as '${specifier}'`),
  )
}

/**
 * Cyclic dependencies between domains, also through different files.
 *
 * @returns each cycle once, for example `a → b → a`
 */
export function domainCycles(modules: Module[]): string[] {
  const dependencies = new Map<string, Set<string>>()
  for (const { source, imports } of modules) {
    const domain = domainOf(source)
    if (!domain || /[.]test[.]tsx?$/.test(source)) continue
    const others = dependencies.get(domain) ?? new Set()
    for (const { path } of imports) {
      const other = domainOf(path)
      if (other && other !== domain) others.add(other)
    }
    dependencies.set(domain, others)
  }
  const cycles = new Set<string>()
  const follow = (path: string[]) => {
    for (const next of dependencies.get(path.at(-1) ?? '') ?? []) {
      const start = path.indexOf(next)
      if (start < 0) follow([...path, next])
      // Each cycle is reported once, from its alphabetically first name.
      else if (path.slice(start).every((name) => next <= name))
        cycles.add([...path.slice(start), next].join(' → '))
    }
  }
  for (const domain of dependencies.keys()) follow([domain])
  return [...cycles]
}

function domainOf(path: string): string | undefined {
  return /^src\/domains\/([^/]+)\//.exec(path)?.[1]
}
