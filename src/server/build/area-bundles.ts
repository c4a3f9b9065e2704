/**
 * Bundles each React area into one file (docs/decisions/033). Look here first when an upgrade of React Router breaks private pages: this
 * patches its manifest and the `window` variables of its script (`hydrateBundledApp`), and relies on the query of its route modules.
 */
import { join } from 'node:path'
import type { ServerBuild } from 'react-router'
import type { Plugin, Rolldown } from 'vite'
import { project } from './fingerprint.js'

const areas = { 'private-area': 'src/client/dashboard-app.ts', 'demo-area': 'src/client/demo-app.ts' }

/** Lucide's index of all icons hides which module imports which. */
const notInDemo =
  /[\\/]lucide-react[\\/].*[\\/](?:arrow-left|arrow-right|chevron-left|chevron-right|link-2|phone|play)\./

type Groups = NonNullable<Extract<Rolldown.OutputOptions['codeSplitting'], object>['groups']>
type Modules = { getModuleInfo(id: string): { importedIds: string[] } | null }

/** Groups modules into `react`, for both areas, and one file per area: the demo carries nothing private (docs/decisions/015). */
export function areaGroups(): Groups {
  let reachable: Map<string, string[]> | undefined
  const areasOf = (id: string, modules: Modules) => {
    reachable ??= reachableFromAreas((module) => modules.getModuleInfo(module)?.importedIds ?? [])
    return reachable.get(id) ?? []
  }
  const isShared = (id: string, modules: Modules) => {
    if (/[\\/]node_modules[\\/](?:react|react-dom|react-router|scheduler)[\\/]/.test(id)) return true
    return areasOf(id, modules).length > 1 && !notInDemo.test(id)
  }
  return [
    // One style sheet for both areas.
    { name: (id, modules) => (id.endsWith('.css') && areasOf(id, modules)[0] ? 'app' : null), priority: 2 },
    { name: (id, modules) => (isShared(id, modules) ? 'react' : null), priority: 1 },
    { name: (id, modules) => areasOf(id, modules)[0] ?? null },
  ]
}

/** By module, the areas that import it, directly or not. */
function reachableFromAreas(importsOf: (id: string) => string[]): Map<string, string[]> {
  const reachable = new Map<string, string[]>()
  for (const [area, entry] of Object.entries(areas)) {
    const modules = new Set([join(project, entry)])
    for (const id of modules) for (const imported of importsOf(id)) modules.add(imported)
    for (const id of modules) reachable.set(id, [...(reachable.get(id) ?? []), area])
  }
  return reachable
}

/** Records the file of each route in `.vite/routes.json`. */
export function areaBundles(): Plugin {
  const routeModule = /[\\/]src[\\/](.+)\.tsx\?__react-router-build-client-route$/
  return {
    name: 'unfog-area-bundles',
    // After Vite has removed files of style sheets alone.
    enforce: 'post',
    apply: 'build',
    applyToEnvironment: (environment) => environment.name === 'client',
    buildStart() {
      for (const [name, file] of Object.entries(areas)) this.emitFile({ type: 'chunk', id: `/${file}`, name })
    },
    generateBundle(_options, bundle) {
      const routes: BundledRoutes = {}
      for (const chunk of Object.values(bundle)) {
        if (chunk.type !== 'chunk' || chunk.facadeModuleId) continue
        for (const id of chunk.moduleIds) {
          const route = routeModule.exec(id)?.[1]
          if (route)
            routes[route] = { module: `/${chunk.fileName}`, imports: chunk.imports.map((file) => `/${file}`) }
        }
      }
      this.emitFile({ type: 'asset', fileName: '.vite/routes.json', source: JSON.stringify(routes) })
    },
  }
}

/** The files of each route, by route id. */
export type BundledRoutes = Record<string, { module: string; imports: string[] }>

/** Names the real files of the routes, without style sheets, which are inlined. */
export function withBundledRoutes(
  assets: ServerBuild['assets'],
  bundled: BundledRoutes,
): ServerBuild['assets'] {
  const { root } = bundled
  if (!root) throw new Error('The root is in no file.')
  const routes: ServerBuild['assets']['routes'] = {}
  for (const [id, route] of Object.entries(assets.routes)) {
    if (!route) continue
    const bundle = bundled[id]
    const sharesLayoutBundle = bundle && bundle.module === bundled[route.parentId ?? '']?.module
    routes[id] = { ...route, ...bundle, ...(sharesLayoutBundle && { imports: undefined }), css: undefined }
  }
  return { ...assets, url: root.module, entry: root, routes }
}
