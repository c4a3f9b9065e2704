import { PageOwner } from '../../../../ui/page-owner/page-owner.tsx'
import { Switch } from '../../../../ui/switch/switch.tsx'
import { Done, TwoLists } from '../../ui/settings-section.tsx'
import { type LockMinutes, lockChoices } from '../rules.ts'

/** By what somebody could open again what has locked. */
export type Unlocking = 'password' | 'code' | 'none'

type SafeModeProps = {
  on: boolean
  minutes: LockMinutes | null
  unlocking: Unlocking
  done?: string | undefined
}

const does = [
  'Every page has the same neutral title and icon, and the same address: the start page’s.',
  'The browser’s history gets one line of us, and Back leaves this site.',
  'Nothing stays in this browser’s storage. Your theme and your choices for Quick Hide move into a cookie that names nothing.',
  'After a time that you choose, a page that nobody uses goes blank and asks who you are.',
]
const doesNot = [
  'The history keeps what was opened before, and the name of this site. An address that you type, or open from a message or a bookmark, is kept in a file of the browser too. Chrome and Edge do not show it in their list; Firefox lists it as “Home”.',
  'Whoever can open your e-mail on this device, or an account that you sign in with, can sign in anew by it, also where this is locked.',
  'Whoever watches the network sees which site you visit. Whoever watches the device itself, by a program for that, sees everything.',
  'Quick Hide clears this browser completely, Safe Mode’s sign too. It is on again when you sign in.',
]

/** Safe Mode (specification point 1, "Promised features"; docs/decisions/020): the switch, what it does and what it cannot do. */
export function SafeMode({ on, minutes, unlocking, done }: SafeModeProps) {
  return (
    <section id="safe-mode" className="grid gap-5" aria-labelledby="safe-mode-title">
      <Done>{done}</Done>
      <form method="post" action="/dashboard/settings#safe-mode" className="switch-row">
        <PageOwner />
        <h3 id="safe-mode-title">Safe Mode</h3>
        <input type="hidden" name="deed" value="safe-mode" />
        <input type="hidden" name="safe_mode" value={on ? 'off' : 'on'} />
        <Switch on={on} labelledBy="safe-mode-title" describedBy="safe-mode-says" />
      </form>
      <p id="safe-mode-says" className="text-muted">
        {on
          ? 'It is on, here and wherever else you sign in.'
          : 'For when somebody else may look at this device: it leaves less to see, on the screen and afterwards.'}
      </p>
      {on && <LockTime minutes={minutes} unlocking={unlocking} />}
      <TwoLists of={{ 'What it does': does, 'What it cannot do': doesNot }} />
    </section>
  )
}

const how: Record<Unlocking, string> = {
  password: 'It opens again by your password or your passkey. What you were writing is kept.',
  code: 'You have no password and no passkey, so it opens again as you prove who you are elsewhere: by a code, or where you sign in. Whoever can reach those on this device could open it too; a password of your own is better. What you were writing is kept.',
  none: 'You have neither a password nor a passkey here yet, so nothing could open it again. Please set a password first, in your profile.',
}

function LockTime({ minutes, unlocking }: Pick<SafeModeProps, 'minutes' | 'unlocking'>) {
  return (
    <form method="post" action="/dashboard/settings#safe-mode" className="grid gap-4 justify-items-start">
      <PageOwner />
      <input type="hidden" name="deed" value="idle-lock" />
      <fieldset className="escape-time" aria-describedby="lock-says" disabled={unlocking === 'none'}>
        <legend>Lock when nobody has used the page for</legend>
        {lockChoices.map((choice) => (
          <Choice key={choice} value={choice} chosen={minutes === choice}>
            {choice === 1 ? '1 minute' : `${choice} minutes`}
          </Choice>
        ))}
        <Choice value={0} chosen={minutes === null}>
          Never
        </Choice>
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

function Choice({ value, chosen, children }: { value: number; chosen: boolean; children: string }) {
  return (
    <label className="inline-flex items-center gap-2 min-h-8">
      <input
        type="radio"
        name="lock_minutes"
        value={value}
        defaultChecked={chosen}
        className="size-5 accent-act"
      />
      {children}
    </label>
  )
}
