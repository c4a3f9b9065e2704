import { StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { stayBlank } from '../domains/safety/quick-hide-stay-blank.client.ts'
import { DocumentContext } from './inline/document-context.ts'
import { captureEarlyInput } from './replay-early-input.ts'

/**
 * Whether the browser is one that React's rooms were made for, told by one of the youngest parts of all of these (docs/decisions/025).
 * In an older one they would stop while they are drawn, and "Something went wrong" would stand in place of forms that work.
 */
const isSupportedBrowser = 'findLast' in []

/** React takes over what the server wrote. What an interactive page runs besides our elements (docs/decisions/004). */
export function hydrateApp(): void {
  stayBlank()
  // React Router sends this as soon as it is there (`async`), which on a slow line is before Safe Mode's module: the router would
  // take the one address for where it is, and React would never take the page over.
  const first = document.querySelector<HTMLScriptElement>('script[data-safe-mode-script]')
  if (first) import(/* @vite-ignore */ first.src).then(hydrate)
  else hydrate()
}

const listOfRoutes = 'script[data-routes]'
const textOf = (part: string) => document.querySelector(part)?.textContent ?? undefined

function hydrate() {
  if (!isSupportedBrowser) {
    document.documentElement.dataset.plain = ''
    return
  }
  const css = textOf('style[data-page]')
  const paint = textOf('script[data-inline-script]')
  const routes = textOf(listOfRoutes)
  const safe = textOf('script[data-page]')
  const onTakenOver = captureEarlyInput()
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <DocumentContext value={{ css, paint, routes, safe }}>
          <HydratedRouter />
        </DocumentContext>
        <OnHydrated tell={onTakenOver} />
      </StrictMode>,
    )
  })
}

/** Last in the page, so that whatever else waits for React's coming has had its turn. */
function OnHydrated({ tell }: { tell: () => void }) {
  useEffect(tell, [tell])
  return null
}

declare global {
  interface Window {
    /** What React Router takes for its routes, and for the modules of them by their ids. */
    __reactRouterManifest: unknown
    __reactRouterRouteModules: Record<string, unknown>
  }
}

/**
 * The same for an area whose pages stand in one file (docs/decisions/033). React Router's script in the page imports that file under
 * the names of the routes, and says so in its last lines: what they really are is said after it.
 *
 * @param modules of routes, by their files
 */
export function hydrateBundledApp(modules: Record<string, unknown>): void {
  queueMicrotask(() => {
    const list = textOf(listOfRoutes)
    // Quick Hide has emptied the page: nothing brings it back.
    if (!list) return
    window.__reactRouterManifest = JSON.parse(list)
    for (const [file, module] of Object.entries(modules))
      window.__reactRouterRouteModules[file.slice('../'.length, -'.tsx'.length)] = module
    hydrateApp()
  })
}
