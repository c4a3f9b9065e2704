import type { ServerBuild } from 'react-router'

type Node = { fixed: Map<string, Node>; parameter?: Node; rest?: string; pattern?: string }
type PageRoutes = ServerBuild['routes']

/** For logs and metrics: the path itself would reveal which term or Connection is read. */
export function createRoutePatterns(apiRoutes: () => string[]) {
  let pages: PageRoutes | undefined
  let tree: Node | undefined
  return {
    /** In development the routes change. */
    learnPages(routes: PageRoutes) {
      if (routes === pages) return
      pages = routes
      tree = undefined
    },
    /** @param path without the query */
    patternOf(path: string): string {
      tree ??= treeOf([...apiRoutes().filter((each) => !each.includes('{')), ...pagePaths(pages)])
      return find(tree, segmentsOf(path.replace(/\.data$/, ''))) ?? '*'
    },
  }
}

/** Each with the path of its layout. */
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

/** A fixed segment comes before a parameter, a parameter before a splat. */
function find(node: Node, [segment, ...after]: string[]): string | undefined {
  if (segment === undefined) return node.pattern ?? node.rest
  // React Router decodes paths and ignores case.
  const fixed = node.fixed.get(decode(segment).toLowerCase())
  return (fixed && find(fixed, after)) ?? (node.parameter && find(node.parameter, after)) ?? node.rest
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
