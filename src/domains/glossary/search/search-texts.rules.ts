import * as messages from '../messages.en.yaml'
import type { Reason } from '../terms.contract.ts'

/** Why a term was found. */
export function formatReason({ kind, words }: Reason): string {
  switch (kind) {
    case 'also called':
      return messages.alsoCalled({ words })
    case 'did you mean':
      return messages.didYouMean({ words })
    case 'described':
      return messages.mayFit()
    case 'in Spanish':
      return messages.answersSpanish()
  }
}

/** What the header search found, for screen readers; visible if it found nothing. */
export const describeResults = (count: number, text: string): string =>
  count === 0 ? messages.noResults({ text }) : messages.results({ count })
