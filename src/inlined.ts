import { createContext } from 'react'

/**
 * What the document carries that React's data must not repeat: the style sheet, inlined, and the nonce of an interactive page's
 * scripts. The server gives both (entry.server.tsx); the browser finds the style sheet in the page (entry.client.tsx).
 */
export const Inlined = createContext<{ css?: string | undefined; nonce?: string | undefined }>({})
