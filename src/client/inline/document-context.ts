import { createContext } from 'react'

/**
 * Inline parts of the document that React's data must not repeat: the style sheets, the nonce of scripts, the routes of the area, the
 * script before the first paint, and the script of Safe Mode. The server provides them (entry.server.tsx); the browser reads them from the
 * page (client/hydrate.tsx).
 */
export const DocumentContext = createContext<{
  css?: string | undefined
  nonce?: string | undefined
  routes?: string | undefined
  paint?: string | undefined
  safe?: string | undefined
}>({})
