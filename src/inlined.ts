import { createContext } from 'react'

/**
 * What the document carries that React's data must not repeat: the style sheet, inlined, and the nonce of an interactive page's
 * scripts; and in Safe Mode the text of its script, which only that is for. The server gives them (entry.server.tsx); the browser finds the texts in the page (entry.client.tsx).
 */
export const Inlined = createContext<{
  css?: string | undefined
  nonce?: string | undefined
  safe?: string | undefined
}>({})
