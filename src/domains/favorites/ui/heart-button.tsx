import { Heart } from 'lucide-react'
import type { ElementType } from 'react'

type HeartButtonProps = {
  label: string
  /** Whether it is filled. */
  saved: boolean
  /** Left out where pressing it does not turn it on and off. */
  pressed?: boolean
  /** In place of the button of a form: a control that is switched off. */
  as?: ElementType
}

/** The heart beside a term, filled when the term is saved. */
export function HeartButton({ label, saved, pressed, as: Button = 'button' }: HeartButtonProps) {
  return (
    <Button type="submit" className="icon-button heart" aria-label={label} aria-pressed={pressed}>
      <Heart className="icon" aria-hidden="true" fill={saved ? 'currentColor' : 'none'} />
    </Button>
  )
}
