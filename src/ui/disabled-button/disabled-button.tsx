import { type ButtonHTMLAttributes, createContext, use, useId } from 'react'

/** Why what is switched off does nothing yet, in the words of the area that it stands in. */
export const Reason = createContext('Available soon')

type InertButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  /** Its own reason, where it is not that of its area. */
  why?: string
}

/**
 * A control that does nothing yet (specification point 2, "Demo area /demo"). It is in reach of keys, so that whoever gets there
 * reads or hears why.
 */
export function InertButton({ why, className = '', ...button }: InertButtonProps) {
  const reason = use(Reason)
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
