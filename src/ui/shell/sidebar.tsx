import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import * as messages from '../messages.en.yaml'
import type { MenuLink } from './menu-panel.tsx'

type SidebarProps = { heading: string; links: MenuLink[]; children: ReactNode }

export function Sidebar({ heading, links, children }: SidebarProps) {
  return (
    <nav className="sidebar" aria-label={messages.yourPages()}>
      <h2 className="text-xl">{heading}</h2>
      <ul className="grid gap-1">
        {links.map(({ href, label }) => (
          <li key={href}>
            <NavLink to={href} end={href === links[0]?.href} className="side-link">
              {label}
            </NavLink>
          </li>
        ))}
      </ul>
      {children}
    </nav>
  )
}
