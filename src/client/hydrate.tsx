import { StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { stayBlank } from '../domains/safety/quick-hide-stay-blank.client.ts'
import { DocumentContext } from './inline/document-context.ts'
import { captureEarlyInput } from './replay-early-input.ts'

/**
 * Whether the browser supports the interactive pages, by one of the newest features of all supported ones (docs/decisions/025). In older
 * browsers rendering would fail, and "Something went wrong" would replace forms that work without React.
 */
const isSupportedBrowser = 'findLast' in []

/** Hydrates an interactive page (docs/decisions/004). */
export function hydrateApp(): void {
  stayBlank()
  // This script is `async`, so on a slow connection it may run before Safe Mode's module. The router would then read the masked URL,
  // and hydration would fail.
  const safeModeScript = document.querySelector<HTMLScriptElement>('script[data-safe-mode-script]')
  if (safeModeScript) import(/* @vite-ignore */ safeModeScript.src).then(hydrate)
  else hydrate()
}

const routesScript = 'script[data-routes]'
const textOf = (selector: string) => document.querySelector(selector)?.textContent ?? undefined

function hydrate() {
  if (!isSupportedBrowser) {
    document.documentElement.dataset.plain = ''
    return
  }
  const css = textOf('style[data-page]')
  const paint = textOf('script[data-inline-script]')
  const routes = textOf(routesScript)
  const safe = textOf('script[data-page]')
  const replayEarlyInput = captureEarlyInput()
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <DocumentContext value={{ css, paint, routes, safe }}>
          <HydratedRouter />
        </DocumentContext>
        <OnHydrated callback={replayEarlyInput} />
      </StrictMode>,
    )
  })
}

/** Rendered last, so that its effect runs after all others. */
function OnHydrated({ callback }: { callback: () => void }) {
  useEffect(callback, [callback])
  return null
}

declare global {
  interface Window {
    /** React Router's route manifest, and its route modules by route id. */
    __reactRouterManifest: unknown
    __reactRouterRouteModules: Record<string, unknown>
  }
}

/**
 * Hydrates an area whose pages are in one file (docs/decisions/033). React Router's inline script imports that file once per route id and
 * fills `__reactRouterRouteModules` with it. A microtask that runs afterwards replaces those entries with the real route modules.
 *
 * @param modules route modules by file
 */
export function hydrateBundledApp(modules: Record<string, unknown>): void {
  queueMicrotask(() => {
    const routes = textOf(routesScript)
    // Quick Hide has cleared the page.
    if (!routes) return
    window.__reactRouterManifest = JSON.parse(routes)
    for (const [file, module] of Object.entries(modules))
      window.__reactRouterRouteModules[file.slice('../'.length, -'.tsx'.length)] = module
    hydrateApp()
  })
}
