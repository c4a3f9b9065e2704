import { Link2 } from 'lucide-react'

/** Copies the address of a page of ours. Hidden until its script runs. */
export function CopyLink({ path }: { path: string }) {
  return (
    <copy-link class="no-print" path={path}>
      <button type="button" className="btn btn-quiet">
        <Link2 className="icon" aria-hidden="true" />
        <span data-label aria-live="polite">
          Copy link
        </span>
      </button>
    </copy-link>
  )
}
