import { type ButtonHTMLAttributes, createContext, use, useId } from 'react'
import * as messages from '../messages.en.yaml'

/** The area's reason. */
export const DisabledReason = createContext('')

export const useDisabledReason = () => use(DisabledReason) || messages.availableSoon()

type DisabledButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** Replaces the area's reason. */
  why?: string
}

/** Focusable, so that everyone learns why (specification point 2, "Demo area /demo"). */
export function DisabledButton({ why, className = '', ...button }: DisabledButtonProps) {
  const reason = useDisabledReason()
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
