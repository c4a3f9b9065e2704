import type { ReactNode } from 'react'

type OutwardLinkProps = { href: string; className?: string; children: ReactNode }

/** A link to another site: it sends no referrer, opens a new tab and says so (WCAG technique G201). */
export const OutwardLink = ({ children, ...link }: OutwardLinkProps) => (
  <a {...link} rel="noreferrer noopener" target="_blank">
    {children}
    <span className="visually-hidden"> (opens a new tab)</span>
  </a>
)
