import { href } from 'react-router'
import { PageOwner } from '../../../../ui/user-id-field/user-id-field.tsx'
import * as messages from '../messages.en.yaml'

export function SafeModeOffer() {
  return (
    <section className="card grid gap-4" aria-labelledby="safe-mode-offer">
      <h2 id="safe-mode-offer" className="text-xl">
        {messages.offerTitle()}
      </h2>
      <p>{messages.offer()}</p>
      <form method="post" action={href('/dashboard/settings')} className="flex flex-wrap gap-3">
        <PageOwner />
        <input type="hidden" name="intent" value="safe-mode" />
        <input type="hidden" name="from" value="home" />
        <button type="submit" name="safe_mode" value="on" className="btn">
          {messages.turnOn()}
        </button>
        <button type="submit" name="safe_mode" value="refused" className="btn btn-quiet">
          {messages.refuse()}
        </button>
      </form>
    </section>
  )
}
