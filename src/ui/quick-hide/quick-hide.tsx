import { Eye, X } from 'lucide-react'
import { href } from 'react-router'

type QuickHideProps = { href: string; fallback: string; inDialog?: boolean }

/** First in tab order, and in every modal (specification point 2). Works without its script. */
export function QuickHide({ inDialog = false, ...urls }: QuickHideProps) {
  return (
    <quick-hide {...urls} class={inDialog ? 'quick-hide quick-hide-in-dialog' : 'quick-hide'}>
      <form action="/leave" method="post">
        <button
          type="submit"
          title="Click to leave this page quickly"
          aria-label="Quick Hide: leave this page quickly"
        >
          <Eye className="icon" aria-hidden="true" />
        </button>
      </form>
    </quick-hide>
  )
}

/** Specification point 2. */
export function QuickHideTip() {
  return (
    <quick-hide-tip>
      <aside aria-label="About Quick Hide" className="tip wrap">
        <div>
          <p>
            Click the Eye or hit ESC twice to leave this site fast. Click X dismisses this tip. Clear browser
            history for privacy.
          </p>{' '}
          <a href={href('/staying-safe')} className="site-footer-link">
            Staying safe
          </a>
        </div>
        <ShortcutSwitch />
        <button type="button" aria-label="Dismiss this tip">
          <X className="icon" aria-hidden="true" />
        </button>
      </aside>
    </quick-hide-tip>
  )
}

/** Hidden until its script runs. */
export function ShortcutSwitch() {
  return (
    <shortcut-switch>
      <label className="inline-flex items-center gap-2 min-h-8">
        <input type="checkbox" defaultChecked className="size-5 accent-act" />
        ESC twice leaves
      </label>
    </shortcut-switch>
  )
}
