import { StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { stayBlank } from '../domains/safety/quick-hide-stay-blank.client.ts'
import { DocumentContext } from './inline/document-context.ts'
import { captureEarlyInput } from './replay-early-input.ts'

/** In older browsers rendering fails, and an error would replace forms that work without React (docs/decisions/025). */
const isSupportedBrowser = 'findLast' in []

/** Hydrates an interactive page (docs/decisions/004). */
export function hydrateApp(): void {
  stayBlank()
  // Before Safe Mode's module, the router would read the masked URL, and hydration would fail.
  const safeModeScript = document.querySelector<HTMLScriptElement>('script[data-safe-mode-script]')
  if (safeModeScript) import(/* @vite-ignore */ safeModeScript.src).then(hydrate)
  else hydrate()
}

const routesScript = 'script[data-routes]'
const textOf = (selector: string) => document.querySelector(selector)?.textContent ?? undefined

function hydrate() {
  // In effect since it was parsed, and unknown to React.
  document.querySelector('script[type=importmap]')?.remove()
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

/** Rendered last: its effect runs after all others. */
function OnHydrated({ callback }: { callback: () => void }) {
  useEffect(callback, [callback])
  return null
}

declare global {
  interface Window {
    __reactRouterManifest: unknown
    __reactRouterRouteModules: Record<string, unknown>
  }
}

/** Replaces the file that React Router's script imports for each route by the real route modules (docs/decisions/033). */
export function hydrateBundledApp(modules: Record<string, unknown>): void {
  queueMicrotask(() => {
    const routes = textOf(routesScript)
    // Cleared by Quick Hide.
    if (!routes) return
    window.__reactRouterManifest = JSON.parse(routes)
    for (const [file, module] of Object.entries(modules))
      window.__reactRouterRouteModules[file.slice('../'.length, -'.tsx'.length)] = module
    hydrateApp()
  })
}
