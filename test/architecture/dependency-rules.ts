import { existsSync } from 'node:fs'
import { extname, join } from 'node:path'
import { cruise, type ICruiseResult } from 'dependency-cruiser'
import extractDepcruiseOptions from 'dependency-cruiser/config-utl/extract-depcruise-options'

export const project = join(import.meta.dirname, '..', '..')

/** A file and what it imports, by paths from the root of the cruised tree. */
export type Module = { source: string; imports: { written: string; path: string; found: boolean }[] }

export type Violation = { rule: string; from: string; to: string }

/** The rules of `.dependency-cruiser.js`, as the command `depcruise` reads them. */
export const importRules = await extractDepcruiseOptions(join(project, '.dependency-cruiser.js'))

/**
 * Reads every import of a tree and judges it by the rules of the house.
 *
 * @param root folder that holds `src`, and `test`, `bench` and `scripts` where it has them
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
          written: module,
          path: resolved,
          found: !couldNotResolve,
        })),
      })),
    violations: summary.violations.map(({ rule, from, to }) => ({ rule: rule.name, from, to })),
  }
}

/**
 * Imports of our own files that are not written as the file is called. Node runs the server's TypeScript as it stands
 * and looks for exactly this name, while `tsc` is content with `./x.js` or `./x` for `x.ts`.
 */
export function misnamedImports(modules: Module[]): string[] {
  return modules.flatMap(({ source, imports }) =>
    imports
      .filter(({ written, found }) => found && /^[.#/]/.test(written))
      .filter(({ written, path }) => extname(written.replace(/\?.*$/, '')) !== extname(path))
      .map(({ written, path }) => `${source} imports ${path} as '${written}'`),
  )
}

/**
 * Domains that need each other in a circle, be it through different files: none of them could be understood, or taken
 * out, alone.
 *
 * @returns each circle once, for example `a → b → a`
 */
export function domainCycles(modules: Module[]): string[] {
  const needs = new Map<string, Set<string>>()
  for (const { source, imports } of modules) {
    const domain = domainOf(source)
    if (!domain || /[.]test[.]tsx?$/.test(source)) continue
    const others = needs.get(domain) ?? new Set()
    for (const { path } of imports) {
      const other = domainOf(path)
      if (other && other !== domain) others.add(other)
    }
    needs.set(domain, others)
  }
  const cycles = new Set<string>()
  const follow = (way: string[]) => {
    for (const next of needs.get(way.at(-1) ?? '') ?? []) {
      const start = way.indexOf(next)
      if (start < 0) follow([...way, next])
      // Told from its first name in the alphabet, so that the same circle is told once.
      else if (way.slice(start).every((name) => next <= name))
        cycles.add([...way.slice(start), next].join(' → '))
    }
  }
  for (const domain of needs.keys()) follow([domain])
  return [...cycles]
}

function domainOf(path: string): string | undefined {
  return /^src\/domains\/([^/]+)\//.exec(path)?.[1]
}
