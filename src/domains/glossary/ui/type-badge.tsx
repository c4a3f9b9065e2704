import * as messages from '../messages.en.yaml'
import type { TermType } from '../terms.contract.ts'

/** With text: never color alone (WCAG 1.4.1). */
export function TypeBadge({ type }: { type: TermType }) {
  return type === 'clinical' ? (
    <span className="badge">{messages.clinical()}</span>
  ) : (
    <span className="badge badge-community">{messages.community()}</span>
  )
}
