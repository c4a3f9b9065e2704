import { Heart } from 'lucide-react'
import type { ElementType } from 'react'

type HeartButtonProps = {
  label: string
  saved: boolean
  /** Omit when it is not a toggle. */
  pressed?: boolean
  /** Replaces the button with a disabled control. */
  as?: ElementType
}

export function HeartButton({ label, saved, pressed, as: Button = 'button' }: HeartButtonProps) {
  return (
    <Button type="submit" className="icon-button heart" aria-label={label} aria-pressed={pressed}>
      <Heart className="icon" aria-hidden="true" fill={saved ? 'currentColor' : 'none'} />
    </Button>
  )
}
