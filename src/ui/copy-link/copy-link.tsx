import { Link2 } from 'lucide-react'

/** Copies the address of a page of ours. Hidden until its script runs. */
export function CopyLink({ path }: { path: string }) {
  return (
    <copy-link class="no-print" path={path}>
      <button type="button" className="btn btn-quiet">
        <Link2 className="icon" aria-hidden="true" />
        Copy link
      </button>{' '}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: empty; so React leaves alone what the element says in it, also before React has come */}
      <span role="status" className="text-muted" dangerouslySetInnerHTML={{ __html: '' }} />
    </copy-link>
  )
}
