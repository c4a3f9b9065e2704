import { Link2 } from 'lucide-react'
import * as messages from '../messages.en.yaml'

/** Hidden until its script runs. */
export function CopyLink({ path }: { path: string }) {
  return (
    <copy-link class="no-print" path={path}>
      <button type="button" className="btn btn-quiet">
        <Link2 className="icon" aria-hidden="true" />
        {messages.copyLink()}
      </button>{' '}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: empty, so that React keeps the element's message, also during hydration */}
      <span role="status" className="text-muted" dangerouslySetInnerHTML={{ __html: '' }} />
    </copy-link>
  )
}
