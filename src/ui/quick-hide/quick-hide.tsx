import { Eye, X } from 'lucide-react'
import { href } from 'react-router'
import * as messages from '../messages.en.yaml'

type QuickHideProps = { href: string; fallback: string; inDialog?: boolean; className?: string }

/** First in tab order, and in every modal (specification point 2). Works without its script. */
export function QuickHide({ inDialog = false, className = '', ...urls }: QuickHideProps) {
  const classes = ['quick-hide', inDialog ? 'quick-hide-in-dialog' : '', className]
  return (
    <quick-hide {...urls} class={classes.filter(Boolean).join(' ')}>
      <form action="/leave" method="post">
        <button type="submit" title={messages.leave()} aria-label={messages.quickHide()}>
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
      <aside aria-label={messages.aboutQuickHide()} className="tip wrap">
        <div>
          <p>{messages.quickHideTip()}</p>{' '}
          <a href={href('/staying-safe')} className="site-footer-link">
            {messages.stayingSafe()}
          </a>
        </div>
        <ShortcutSwitch />
        <button type="button" aria-label={messages.dismissTip()}>
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
        {messages.shortcut()}
      </label>
    </shortcut-switch>
  )
}
