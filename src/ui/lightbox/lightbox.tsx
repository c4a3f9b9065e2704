import { X } from 'lucide-react'
import type { ReactNode } from 'react'

type LightboxProps = {
  id: string
  title: string
  /** Its own, since the page's is out of reach while it is open (safety point 1). */
  quickHide: ReactNode
  children: ReactNode
}

/**
 * A modal dialog that a `<button command="show-modal" commandfor={id}>` opens, also without scripts: the browser's own, so that
 * focus, ESC and inertness are its. Keys go to Close first, not to Quick Hide: whoever goes on pressing the key that opened it stays.
 */
export function Lightbox({ id, title, quickHide, children }: LightboxProps) {
  return (
    <dialog id={id} className="modal lightbox" aria-labelledby={`${id}-title`} closedby="any">
      {quickHide}
      <button
        type="button"
        command="close"
        commandfor={id}
        className="menu-button"
        aria-label="Close"
        // biome-ignore lint/a11y/noAutofocus: within a dialog it says where the keys go when it opens
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
