import { type ButtonHTMLAttributes, createContext, use, useId } from 'react'

export const DisabledReason = createContext('Available soon')

type DisabledButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** Replaces the area's reason. */
  why?: string
}

/** Focusable, so that everyone learns why (specification point 2, "Demo area /demo"). */
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
