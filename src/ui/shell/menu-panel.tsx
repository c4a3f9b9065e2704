import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Logo } from '../logo/logo.tsx'

export type MenuLink = { href: string; label: string }

/**
 * The left slide-in panel of small screens, 320 px wide: a native modal dialog, so that focus, ESC and inertness are the
 * browser's. It carries its own Quick Hide, since the page's is out of reach while it is open (safety point 1).
 */
export function MenuPanel(props: {
  name: string
  /** Whose pages these are, in an area of their own. */
  user?: string | undefined
  links: MenuLink[]
  path: string
  quickHide: ReactNode
  children: ReactNode
}) {
  return (
    <dialog id="menu" className="menu-panel" aria-label="Menu">
      {props.quickHide}
      <div className="flex items-center gap-3">
        <Logo className="size-8 text-act" />
        <span className="lede">{props.name}</span>
        <button
          type="button"
          command="close"
          commandfor="menu"
          className="menu-button ml-auto"
          aria-label="Close the menu"
        >
          <X className="icon" aria-hidden="true" />
        </button>
      </div>
      {props.user && <p className="mt-6 strong">{props.user}</p>}
      <nav aria-label="Menu" className="mt-6">
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
