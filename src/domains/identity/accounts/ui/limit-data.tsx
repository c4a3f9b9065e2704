import { href } from 'react-router'
import { Switch } from '../../../../ui/switch/switch.tsx'
import { PageOwner } from '../../../../ui/user-id-field/user-id-field.tsx'
import { SuccessNote, TwoColumns } from './settings-section.tsx'

const stops = [
  'when you were last here, and when you signed in',
  'which devices you use',
  'when a second step, a recovery code or a linked account was last used',
  'when you last changed your name, your address or your password',
]
const continues = [
  'what you make here, and when: Connections, drafts, favorites, your profile, the account itself',
  'your address and your ways to sign in, since when you have them, and that you are 16',
  'until when a device stays signed in, to the week: 23 to 30 days after its last use, on a shared device 25 to 30 minutes',
  'what protects you for a short while: that you have just shown who you are (gone within two hours), mailed links, and how often a password was tried (gone within an hour)',
  'with apps of their own: in which week one of their keys was used, so that a stolen one is noticed',
  'where you chose that Safe Mode locks: when a page of yours was last used, until it locks',
  'what the operator does to an account, such as pausing it',
  'of devices that are signed in now: a number that tells when that began, until they are signed out',
]

/** Specification point 2. */
export function LimitData({ on, done }: { on: boolean; done?: string | undefined }) {
  return (
    <section className="grid gap-5" aria-labelledby="limit-data-title">
      <SuccessNote>{done}</SuccessNote>
      <form method="post" action={`${href('/dashboard/settings')}#limit-data-title`} className="switch-row">
        <PageOwner />
        <h3 id="limit-data-title">Limit Data Collection</h3>
        <input type="hidden" name="intent" value="limit-data" />
        <input type="hidden" name="limit_data" value={on ? 'off' : 'on'} />
        <Switch on={on} labelledBy="limit-data-title" describedBy="limit-data-says" />
      </form>
      <p id="limit-data-says" className="text-muted">
        {on
          ? 'It is on: beside what you make here, only what keeps your account safe is kept.'
          : 'Nothing here is counted or passed on, with this on or off. When you turn it on, what it stops is wiped at that moment.'}
      </p>
      <TwoColumns of={{ 'What it stops': stops, 'What it does not stop': continues }} />
      <p>
        The trade-off: your list of signed-in devices won’t show names or times, so an unfamiliar device is
        harder to spot.
      </p>
    </section>
  )
}
