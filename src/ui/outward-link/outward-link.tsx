import type { ReactNode } from 'react'
import * as messages from '../messages.en.yaml'

type OutwardLinkProps = { href: string; className?: string; children: ReactNode }

/** Sends no referrer and announces the new tab (WCAG G201). */
export const OutwardLink = ({ children, ...link }: OutwardLinkProps) => (
  <a {...link} rel="noreferrer noopener" target="_blank">
    {children}
    <span className="visually-hidden"> {messages.opensNewTab()}</span>
  </a>
)
