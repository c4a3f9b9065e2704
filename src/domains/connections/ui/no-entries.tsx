import { href, Link } from 'react-router'
import * as messages from '../messages.en.yaml'

/** Before the first Connection. */
export const NoEntries = () => (
  <div className="empty">
    <h2>{messages.emptyTitle()}</h2>
    <p>{messages.empty()}</p>
    <Link to={href('/dashboard/connections/new')} className="btn">
      {messages.createFirst()}
    </Link>
    <Link to={href('/dashboard/connections/import')}>{messages.importFirst()}</Link>
  </div>
)
