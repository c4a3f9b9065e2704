import { Eye, X } from 'lucide-react'

/**
 * The round eye button that leaves the site (specification point 2). First in tab order on every page, and inside every modal dialog, where
 * the rest of the page is unreachable. Its script is in `domains/safety`; the form works without it.
 */
export function QuickHide({
  href,
  fallback,
  inDialog = false,
}: {
  href: string
  fallback: string
  inDialog?: boolean
}) {
  return (
    <quick-hide
      href={href}
      fallback={fallback}
      class={inDialog ? 'quick-hide quick-hide-in-dialog' : 'quick-hide'}
    >
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

/** The first-time tip, in the specification's words, with a switch to turn the shortcut off. */
export function QuickHideTip() {
  return (
    <quick-hide-tip>
      <aside aria-label="About Quick Hide" className="tip wrap">
        <div>
          <p>
            Click the Eye or hit ESC twice to leave this site fast. Click X dismisses this tip. Clear browser
            history for privacy.
          </p>{' '}
          <a href="/staying-safe" className="site-footer-link">
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

/** Hidden until its script runs: without JavaScript there is no shortcut. */
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
