import type { TermType } from '../terms.contract.ts'

/** With text: never color alone (WCAG 1.4.1). */
export function TypeBadge({ type }: { type: TermType }) {
  return type === 'clinical' ? (
    <span className="badge">Clinical</span>
  ) : (
    <span className="badge badge-community">Community</span>
  )
}
