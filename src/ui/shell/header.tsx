import { Menu } from 'lucide-react'
import type { ReactNode } from 'react'
import { href } from 'react-router'
import { Logo } from '../logo/logo.tsx'
import * as messages from '../messages.en.yaml'

/** After Quick Hide. */
export function SkipLink() {
  return (
    <a href="#main" className="visually-hidden skip">
      {messages.skipToText()}
    </a>
  )
}

export function Header({ name, search, action }: { name: string; search: ReactNode; action: ReactNode }) {
  return (
    <header className="top">
      <div className="wrap top-row">
        <a href="/" className="mark" aria-label={messages.home({ site: name })}>
          <Logo className="size-8 text-act" />
          <span className="mark-name">{name}</span>
        </a>
        {search}
        <div className="top-end">
          <a href={href('/glossary')}>{messages.glossary()}</a>
          {action}
        </div>
        <button
          type="button"
          command="show-modal"
          commandfor="menu"
          className="menu-button"
          aria-label={messages.openMenu()}
        >
          <Menu className="icon" aria-hidden="true" />
        </button>
      </div>
    </header>
  )
}
