import { type ButtonHTMLAttributes, createContext, use, useId } from 'react'

/** Why controls are disabled in this area of the site. */
export const DisabledReason = createContext('Available soon')

type DisabledButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** Replaces the area's reason. */
  why?: string
}

/** A control that does nothing yet (specification point 2, "Demo area /demo"). It is focusable, so that everyone can read or hear why. */
export function DisabledButton({ why, className = '', ...button }: DisabledButtonProps) {
  const reason = use(DisabledReason)
  const id = useId()
  return (
    <span className="inert-place">
      <button
        {...button}
        type="button"
        className={`${className} inert`}
        aria-disabled="true"
        aria-describedby={id}
      />
      <span role="tooltip" id={id} className="inert-why">
        {why ?? reason}
      </span>
    </span>
  )
}
