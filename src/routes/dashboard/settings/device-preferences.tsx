import { useEffect, useState } from 'react'
import { SettingsSection } from '../../../domains/identity/accounts/ui/settings-section.tsx'
import { escapeTimeKey, escapeTimes } from '../../../domains/safety/safety.contract.ts'
import { ShortcutSwitch } from '../../../ui/quick-hide/quick-hide.tsx'
import { ThemeSwitch } from '../../../ui/theme-switch/theme-switch.tsx'
import * as messages from '../messages.en.yaml'

const NeedsScript = () => (
  <noscript>
    <p className="text-muted">{messages.needsScript()}</p>
  </noscript>
)

export function ThemePreference() {
  return (
    <SettingsSection id="look" title={messages.theme()} lede={messages.themeLede()}>
      <ThemeSwitch />
      <NeedsScript />
    </SettingsSection>
  )
}

/** Of this device (safety point 19). */
export function QuickHidePreferences() {
  return (
    <SettingsSection id="quick-hide" title={messages.quickHide()} lede={messages.quickHideLede()}>
      <ShortcutSwitch />
      <EscapeTime />
      <NeedsScript />
    </SettingsSection>
  )
}

function readSeconds(): number {
  try {
    return Number(localStorage.getItem(escapeTimeKey)) || escapeTimes[0]
  } catch {
    return escapeTimes[0]
  }
}

/** Every ESC reads the setting again, in all tabs. */
function EscapeTime() {
  const [seconds, setSeconds] = useState<number>()
  const [isStorageBlocked, setStorageBlocked] = useState(false)
  useEffect(() => setSeconds(readSeconds()), [])

  function save(value: number) {
    try {
      if (value === escapeTimes[0]) localStorage.removeItem(escapeTimeKey)
      else localStorage.setItem(escapeTimeKey, String(value))
    } catch {}
    setSeconds(readSeconds())
    setStorageBlocked(readSeconds() !== value)
  }

  return (
    // In the layout until hydration; hidden without JavaScript.
    <fieldset
      className={seconds ? 'escape-time' : 'escape-time needs-react invisible'}
      aria-describedby="escape-time-hint"
    >
      <legend>{messages.escapeTime()}</legend>
      {escapeTimes.map((choice) => (
        <label key={choice} className="inline-flex items-center gap-2 min-h-8">
          <input
            type="radio"
            name="escape-time"
            value={choice}
            checked={seconds === choice}
            onChange={() => save(choice)}
            className="size-5 accent-act"
          />
          {messages.escapeSeconds({ seconds: choice })}
        </label>
      ))}
      <p id="escape-time-hint" className="text-muted">
        {messages.escapeTimeHint()}
      </p>
      {isStorageBlocked && (
        <p role="alert" className="form-problem">
          {messages.storageBlocked()}
        </p>
      )}
    </fieldset>
  )
}
