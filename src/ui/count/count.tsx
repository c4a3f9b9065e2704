import type { ReactNode } from 'react'

/** One of the numbers above a list, in a `dl` of class `counts`. */
export const Count = ({ name, count }: { name: string; count: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>{count}</dd>
  </div>
)
