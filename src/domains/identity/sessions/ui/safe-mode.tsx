import { href } from 'react-router'
import { SwitchForm } from '../../../../ui/switch/switch-form.tsx'
import { PageOwner } from '../../../../ui/user-id-field/user-id-field.tsx'
import { SuccessNote, TwoColumns } from '../../accounts/ui/settings-section.tsx'
import * as messages from '../messages.en.yaml'
import { type LockMinutes, lockChoices } from '../safe-mode.rules.ts'

export type Unlocking = 'password' | 'code' | 'none'

type SafeModeProps = {
  on: boolean
  minutes: LockMinutes | null
  unlocking: Unlocking
  done?: string | undefined
}

const does = [messages.neutralTitle, messages.shortHistory, messages.emptyStorage, messages.idleLock]
const doesNot = [messages.historyStays, messages.otherAccounts, messages.network, messages.quickHideClears]

/** Specification point 1; decision 020. */
export function SafeMode({ on, minutes, unlocking, done }: SafeModeProps) {
  return (
    <section id="safe-mode" className="grid gap-5" aria-labelledby="safe-mode-title">
      <SuccessNote>{done}</SuccessNote>
      <SwitchForm
        id="safe-mode-title"
        title={messages.safeMode()}
        text={on ? messages.safeModeIsOn() : messages.safeModeIsOff()}
        action={`${href('/dashboard/settings')}#safe-mode`}
        intent="safe-mode"
        name="safe_mode"
        on={on}
      />
      {on && <LockTime minutes={minutes} unlocking={unlocking} />}
      <TwoColumns
        of={{
          [messages.whatItDoes()]: does.map((line) => line()),
          [messages.whatItCannotDo()]: doesNot.map((line) => line()),
        }}
      />
    </section>
  )
}

const unlockHint: Record<Unlocking, () => string> = {
  password: messages.unlockByPassword,
  code: messages.unlockByCode,
  none: messages.cannotUnlock,
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
        <legend>{messages.lockAfter()}</legend>
        {[...lockChoices, 0].map((choice) => (
          <label key={choice} className="inline-flex items-center gap-2 min-h-8">
            <input
              type="radio"
              name="lock_minutes"
              value={choice}
              defaultChecked={choice === (minutes ?? 0)}
              className="size-5 accent-act"
            />
            {choice === 0 ? messages.never() : messages.minutes({ minutes: choice })}
          </label>
        ))}
        <p id="lock-says" className="text-muted">
          {unlockHint[unlocking]()}
        </p>
      </fieldset>
      {unlocking !== 'none' && (
        <button type="submit" className="btn btn-quiet">
          {messages.saveTime()}
        </button>
      )}
    </form>
  )
}
