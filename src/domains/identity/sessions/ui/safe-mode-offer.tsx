import { href } from 'react-router'
import { PageOwner } from '../../../../ui/user-id-field/user-id-field.tsx'

export function SafeModeOffer() {
  return (
    <section className="card grid gap-4" aria-labelledby="safe-mode-offer">
      <h2 id="safe-mode-offer" className="text-xl">
        Might someone else look at this device?
      </h2>
      <p>
        Safe Mode gives every page here the same plain title and address, keeps what you read out of the
        browser’s history, and locks the page when you have not used it for five minutes. You can change all
        of it in Settings.
      </p>
      <form method="post" action={href('/dashboard/settings')} className="flex flex-wrap gap-3">
        <PageOwner />
        <input type="hidden" name="intent" value="safe-mode" />
        <input type="hidden" name="from" value="home" />
        <button type="submit" name="safe_mode" value="on" className="btn">
          Turn on Safe Mode
        </button>
        <button type="submit" name="safe_mode" value="refused" className="btn btn-quiet">
          No, thank you
        </button>
      </form>
    </section>
  )
}
