import { createContext, use } from 'react'

/** Undefined outside the private area. */
export const PageOwnerContext = createContext<{ name: string; value: string } | undefined>(undefined)

/** For every private form: without JavaScript the browser sends the last user's cookie. */
export function PageOwner() {
  const owner = use(PageOwnerContext)
  return owner && <input type="hidden" {...owner} />
}
