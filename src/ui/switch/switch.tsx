import { type ButtonHTMLAttributes, use } from 'react'
import { Reason } from '../disabled-button/disabled-button.tsx'

type SwitchProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  on: boolean
  /** Ids of its name, and of what is said about it. */
  labelledBy: string
  describedBy?: string
}

/** Something that is on or off (ARIA 1.2, "switch"): a button, so that as the last of a form it works without a script. */
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

/**
 * A switch of what is not built yet, with the specification's tooltip. It can be reached by keyboard, and says why it does
 * nothing to whoever cannot see the tooltip.
 */
export function ComingSoonSwitch({ id, labelledBy }: { id: string; labelledBy: string }) {
  return (
    <>
      <ComingSoon id={id} />
      <Switch
        on={false}
        type="button"
        aria-disabled="true"
        title={use(Reason)}
        labelledBy={labelledBy}
        describedBy={id}
      />
    </>
  )
}

/** The reason itself, where it can be read and be referred to by its id. */
export function ComingSoon({ id }: { id: string }) {
  return (
    <span id={id} className="soon">
      {use(Reason)}
    </span>
  )
}
