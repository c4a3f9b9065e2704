import { type ButtonHTMLAttributes, use } from 'react'
import { DisabledReason } from '../disabled-button/disabled-button.tsx'

type SwitchProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  on: boolean
  /** Element ids of its label and its description. */
  labelledBy: string
  describedBy?: string
}

/** An on/off switch (ARIA 1.2, "switch"): a submit button, so it works in a form without JavaScript. */
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

/** A disabled switch with the specification's tooltip. It is focusable, and described by the reason for users who can't see the tooltip. */
export function ComingSoonSwitch({ id, labelledBy }: { id: string; labelledBy: string }) {
  return (
    <>
      <ComingSoon id={id} />
      <Switch
        on={false}
        type="button"
        aria-disabled="true"
        title={use(DisabledReason)}
        labelledBy={labelledBy}
        describedBy={id}
      />
    </>
  )
}

/** The visible reason, for reference by `aria-describedby`. */
export function ComingSoon({ id }: { id: string }) {
  return (
    <span id={id} className="soon">
      {use(DisabledReason)}
    </span>
  )
}
