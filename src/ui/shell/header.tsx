import { Menu } from 'lucide-react'
import type { ReactNode } from 'react'
import { href } from 'react-router'
import { Logo } from '../logo/logo.tsx'

/** After Quick Hide. */
export function SkipLink() {
  return (
    <a href="#main" className="visually-hidden skip">
      Skip to the text
    </a>
  )
}

export function Header({ name, search, action }: { name: string; search: ReactNode; action: ReactNode }) {
  return (
    <header className="top">
      <div className="wrap top-row">
        <a href="/" className="mark" aria-label={`${name}, home`}>
          <Logo className="size-8 text-act" />
          <span className="mark-name">{name}</span>
        </a>
        {search}
        <div className="top-end">
          <a href={href('/glossary')}>Glossary</a>
          {action}
        </div>
        <button
          type="button"
          command="show-modal"
          commandfor="menu"
          className="menu-button"
          aria-label="Open the menu"
        >
          <Menu className="icon" aria-hidden="true" />
        </button>
      </div>
    </header>
  )
}
