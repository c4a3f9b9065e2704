import { X } from 'lucide-react'
import type { ReactNode } from 'react'
import * as messages from '../messages.en.yaml'

type LightboxProps = {
  id: string
  title: string
  /** A modal makes the page's own unreachable (safety point 1). */
  quickHide: ReactNode
  children: ReactNode
}

/** Focus starts at Close, not Quick Hide: repeating the opening key must not leave the site. */
export function Lightbox({ id, title, quickHide, children }: LightboxProps) {
  return (
    <dialog id={id} className="modal lightbox" aria-labelledby={`${id}-title`} closedby="any">
      {quickHide}
      <button
        type="button"
        command="close"
        commandfor={id}
        className="menu-button"
        aria-label={messages.close()}
        // biome-ignore lint/a11y/noAutofocus: in a dialog it sets the initial focus
        autoFocus
      >
        <X className="icon" aria-hidden="true" />
      </button>
      <div className="lightbox-inside">
        <h2 id={`${id}-title`}>{title}</h2>
        {children}
      </div>
    </dialog>
  )
}
