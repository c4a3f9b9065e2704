import { createContext, use } from 'react'

/** The hidden field with the page's user id; undefined outside the private area. */
export const PageOwnerContext = createContext<{ name: string; value: string } | undefined>(undefined)

/** Required in every private form that works without JavaScript: the browser sends the cookie of the last user who signed in. */
export function PageOwner() {
  const owner = use(PageOwnerContext)
  return owner && <input type="hidden" {...owner} />
}
