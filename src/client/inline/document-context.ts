import { createContext } from 'react'

/**
 * What the document carries that neither React's data nor its scripts must repeat: the style sheets, inlined, the nonce of an
 * interactive page's scripts, the routes of its area, and the text of what runs before the first paint; and in Safe Mode that of its
 * script, which only that is for. The server gives them (entry.server.tsx); the browser finds the texts in the page (client/hydrate.tsx).
 */
export const DocumentContext = createContext<{
  css?: string | undefined
  nonce?: string | undefined
  routes?: string | undefined
  paint?: string | undefined
  safe?: string | undefined
}>({})
