import type { ButtonHTMLAttributes } from 'react'
import { useDisabledReason } from '../disabled-button/disabled-button.tsx'

type SwitchProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  on: boolean
  labelledBy: string
  describedBy?: string
}

/** ARIA 1.2, "switch". Works in a form without JavaScript. */
export function Switch({ on, labelledBy, describedBy, type = 'submit', ...button }: SwitchProps) {
  return (
    <button
      type={type}
      role="switch"
      aria-checked={on}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      className="switch"
      {...button}
    />
  )
}

/** Focusable; the description is for users who can't see the tooltip. */
export function ComingSoonSwitch({ id, labelledBy }: { id: string; labelledBy: string }) {
  const reason = useDisabledReason()
  return (
    <>
      <ComingSoon id={id} />
      <Switch
        on={false}
        type="button"
        aria-disabled="true"
        title={reason}
        labelledBy={labelledBy}
        describedBy={id}
      />
    </>
  )
}

export function ComingSoon({ id }: { id: string }) {
  return (
    <span id={id} className="soon">
      {useDisabledReason()}
    </span>
  )
}
