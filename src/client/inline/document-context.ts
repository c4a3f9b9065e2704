import { createContext } from 'react'

/** Inline parts of the document (entry.server.tsx, client/hydrate.tsx). */
export const DocumentContext = createContext<{
  css?: string | undefined
  nonce?: string | undefined
  routes?: string | undefined
  paint?: string | undefined
  safe?: string | undefined
  /** On the server only, for error pages. */
  requestId?: string | undefined
}>({})
