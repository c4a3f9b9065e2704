import { createContext, use } from 'react'

/** Whose page this is, and the field that says so; nobody's where no area has said it. */
export const PageOwnerContext = createContext<{ name: string; value: string } | undefined>(undefined)

/** In every form of a private page that is sent without a script: the browser adds the cookie of whoever signed in last. */
export function PageOwner() {
  const owner = use(PageOwnerContext)
  return owner && <input type="hidden" {...owner} />
}
