import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Logo } from '../logo/logo.tsx'
import * as messages from '../messages.en.yaml'

export type MenuLink = { href: string; label: string }

/** A modal makes the page's own Quick Hide unreachable (safety point 1). */
export function MenuPanel(props: {
  name: string
  user?: string | undefined
  links: MenuLink[]
  path: string
  quickHide: ReactNode
  children: ReactNode
}) {
  return (
    <dialog id="menu" className="menu-panel" aria-label={messages.menu()}>
      {props.quickHide}
      <div className="flex items-center gap-3">
        <Logo className="size-8 text-act" />
        <span className="lede">{props.name}</span>
        <button
          type="button"
          command="close"
          commandfor="menu"
          className="menu-button ms-auto"
          aria-label={messages.closeMenu()}
        >
          <X className="icon" aria-hidden="true" />
        </button>
      </div>
      {props.user && <p className="mt-6 strong">{props.user}</p>}
      <nav aria-label={messages.menu()} className="mt-6">
        <ul className="grid gap-1">
          {props.links.map(({ href, label }) => (
            <li key={href}>
              <a href={href} className="side-link" aria-current={href === props.path ? 'page' : undefined}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="mt-6 grid gap-5 justify-items-start">{props.children}</div>
    </dialog>
  )
}
