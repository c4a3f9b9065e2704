import { useState } from 'react'
import { useLocation } from 'react-router'

/**
 * What a form was answered, for as long as the page stays: React Router forgets it when what the page shows is asked for anew, as after a
 * change in another tab. Recovery codes are shown once, and who has a new password is to read that they do.
 *
 * @param answer `actionData`
 * @returns it, or the one that was there before in the same place of the history
 */
export function useStickyActionData<Answer>(answer: Answer | undefined): Answer | undefined {
  const { key } = useLocation()
  const [kept, keep] = useState({ key, answer })
  if (answer !== undefined && answer !== kept.answer) keep({ key, answer })
  return answer ?? (kept.key === key ? kept.answer : undefined)
}
