import { href, Link } from 'react-router'
import { agreeToEnd, doubtedLocks } from '../../open-lock/current-lock.client.ts'
import * as messages from '../messages.en.yaml'

/** Asks whether the user ended a lock. Without an answer nothing is sent as plain text. */
export function DoubtedLock() {
  return (
    <section className="form-problem grid gap-3 mb-6" aria-label={messages.doubtTitle()}>
      <div role="alert" className="grid gap-3">
        <p className="strong">{messages.doubtTitle()}</p>
        <p>{messages.doubtLede()}</p>
        <p>{messages.doubtOther()}</p>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <button type="button" className="btn btn-quiet" onClick={() => agreeToEnd(doubtedLocks())}>
          {messages.doubtYes()}
        </button>
        {/* In a new tab, because this one has what was typed. */}
        <Link to={href('/dashboard/connections/lock')} target="_blank" rel="noreferrer">
          {messages.doubtLook()}
        </Link>
      </div>
    </section>
  )
}
