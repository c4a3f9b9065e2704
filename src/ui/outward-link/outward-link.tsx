import type { ReactNode } from 'react'

type OutwardLinkProps = { href: string; className?: string; children: ReactNode }

/** Sends no referrer and announces the new tab (WCAG G201). */
export const OutwardLink = ({ children, ...link }: OutwardLinkProps) => (
  <a {...link} rel="noreferrer noopener" target="_blank">
    {children}
    <span className="visually-hidden"> (opens a new tab)</span>
  </a>
)
