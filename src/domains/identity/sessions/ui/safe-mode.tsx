import { href } from 'react-router'
import { Switch } from '../../../../ui/switch/switch.tsx'
import { PageOwner } from '../../../../ui/user-id-field/user-id-field.tsx'
import { SuccessNote, TwoColumns } from '../../accounts/ui/settings-section.tsx'
import { type LockMinutes, lockChoices } from '../safe-mode.rules.ts'

export type Unlocking = 'password' | 'code' | 'none'

type SafeModeProps = {
  on: boolean
  minutes: LockMinutes | null
  unlocking: Unlocking
  done?: string | undefined
}

const does = [
  'Every page has the same neutral title and icon, and the same address: the start page’s.',
  'Your history shows a single entry for this site, and Back leaves it.',
  'Nothing stays in this browser’s storage. Your theme and your choices for Quick Hide move into a cookie that names nothing.',
  'After a time that you choose, a page that nobody uses goes blank and asks who you are.',
]
const doesNot = [
  'The history keeps what was opened before, and the name of this site. An address that you type, or open from a message or a bookmark, is kept in a file of the browser too. Chrome and Edge do not show it in their list; Firefox lists it as “Home”.',
  'Anyone who can open your email, or another account you sign in with, on this device can use it to sign in again, even while it is locked.',
  'Someone monitoring the network can see which site you visit. Spyware on this device can see everything.',
  'Quick Hide clears everything we stored in this browser, including the Safe Mode setting. Safe Mode comes back when you sign in.',
]

/** Specification point 1; decision 020. */
export function SafeMode({ on, minutes, unlocking, done }: SafeModeProps) {
  return (
    <section id="safe-mode" className="grid gap-5" aria-labelledby="safe-mode-title">
      <SuccessNote>{done}</SuccessNote>
      <form method="post" action={`${href('/dashboard/settings')}#safe-mode`} className="switch-row">
        <PageOwner />
        <h3 id="safe-mode-title">Safe Mode</h3>
        <input type="hidden" name="intent" value="safe-mode" />
        <input type="hidden" name="safe_mode" value={on ? 'off' : 'on'} />
        <Switch on={on} labelledBy="safe-mode-title" describedBy="safe-mode-says" />
      </form>
      <p id="safe-mode-says" className="text-muted">
        {on
          ? 'It is on, here and wherever else you sign in.'
          : 'For when someone else may look at this device. It leaves less to see, on the screen and afterwards.'}
      </p>
      {on && <LockTime minutes={minutes} unlocking={unlocking} />}
      <TwoColumns of={{ 'What it does': does, 'What it cannot do': doesNot }} />
    </section>
  )
}

const how: Record<Unlocking, string> = {
  password: 'You unlock it with your password or your passkey. What you were writing is saved.',
  code: 'You have no password and no passkey, so you unlock it with an emailed code or the account you sign in with. Anyone who can reach those on this device could unlock it too, so a password of your own is safer. What you were writing is saved.',
  none: 'You don’t have a password or a passkey yet, so nothing could unlock it. Please set a password in your profile first.',
}

function LockTime({ minutes, unlocking }: Pick<SafeModeProps, 'minutes' | 'unlocking'>) {
  return (
    <form
      method="post"
      action={`${href('/dashboard/settings')}#safe-mode`}
      className="grid gap-4 justify-items-start"
    >
      <PageOwner />
      <input type="hidden" name="intent" value="idle-lock" />
      <fieldset className="escape-time" aria-describedby="lock-says" disabled={unlocking === 'none'}>
        <legend>Lock when nobody has used the page for</legend>
        {[...lockChoices, 0].map((choice) => (
          <label key={choice} className="inline-flex items-center gap-2 min-h-8">
            <input
              type="radio"
              name="lock_minutes"
              value={choice}
              defaultChecked={choice === (minutes ?? 0)}
              className="size-5 accent-act"
            />
            {choice === 0 ? 'Never' : choice === 1 ? '1 minute' : `${choice} minutes`}
          </label>
        ))}
        <p id="lock-says" className="text-muted">
          {how[unlocking]}
        </p>
      </fieldset>
      {unlocking !== 'none' && (
        <button type="submit" className="btn btn-quiet">
          Save the time
        </button>
      )}
    </form>
  )
}
