import type { ServerBuild } from 'react-router'

type Node = { fixed: Map<string, Node>; parameter?: Node; rest?: string; pattern?: string }
type PageRoutes = ServerBuild['routes']

/** What stands in the log for an address that no route names: such an address may hold anything. */
const unknown = '*'

/**
 * Names the route of an address, for logs and metrics: which term or Connection is read is written nowhere, and an address that
 * someone made up may hold anything at all.
 *
 * @param apiRoutes paths of Hono's routes, such as `/api/terms/:slug`; middleware for everything below a path ends in `/*`
 */
export function createRoutePatterns(apiRoutes: () => string[]) {
  let pages: PageRoutes | undefined
  let tree: Node | undefined
  return {
    /** Adds the pages, which are known once they are loaded; in development they change. */
    learnPages(routes: PageRoutes) {
      if (routes === pages) return
      pages = routes
      tree = undefined
    },
    /** @param path of an address, without its query @returns the pattern of the route that serves it, or `*` */
    patternOf(path: string): string {
      tree ??= treeOf([...apiRoutes().filter((each) => !each.includes('{')), ...pagePaths(pages)])
      return find(tree, segmentsOf(path.replace(/\.data$/, ''))) ?? unknown
    },
  }
}

/** Of all pages, with the paths of the layouts that they stand in. */
const pagePaths = (routes: PageRoutes = {}): string[] =>
  Object.values(routes).flatMap((route) => {
    const { path = '', parentId } = route ?? {}
    const parent = parentId === undefined ? '' : (routes[parentId]?.path ?? '')
    return route && (path || route.index) ? [`/${[parent, path].filter(Boolean).join('/')}`] : []
  })

const segmentsOf = (path: string): string[] => path.split('/').filter(Boolean)

function treeOf(patterns: string[]): Node {
  const root: Node = { fixed: new Map() }
  for (const pattern of patterns) {
    if (segmentsOf(pattern)[0] === '*') continue
    let node = root
    for (const segment of segmentsOf(pattern)) {
      if (segment === '*') node.rest = pattern
      else if (segment.startsWith(':')) node = node.parameter ??= { fixed: new Map() }
      else {
        const next = node.fixed.get(segment) ?? { fixed: new Map() }
        node.fixed.set(segment, next)
        node = next
      }
    }
    if (!pattern.endsWith('*')) node.pattern ??= pattern
  }
  return root
}

/** The most exact pattern: a fixed segment before a parameter, a parameter before the rest. */
function find(node: Node, [segment, ...after]: string[]): string | undefined {
  if (segment === undefined) return node.pattern ?? node.rest
  // React Router matches in any case, and after decoding.
  const fixed = node.fixed.get(decoded(segment).toLowerCase())
  return (fixed && find(fixed, after)) ?? (node.parameter && find(node.parameter, after)) ?? node.rest
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
