import * as messages from './messages.en.yaml'

/** Specification point 1. */
export const plans = ['starter', 'journal', 'ai-plus'] as const
export type Plan = (typeof plans)[number]

/** `upcoming`: grants what Journal does. */
export const planWords: Record<Plan, PlanWords> = {
  starter: { name: messages.starter, price: messages.starterPrice, holds: messages.starterHolds },
  journal: { name: messages.journal, price: messages.journalPrice, holds: messages.journalHolds },
  'ai-plus': {
    name: messages.aiPlus,
    price: messages.aiPlusPrice,
    holds: messages.aiPlusHolds,
    upcoming: true,
  },
}

type PlanWords = { [Word in 'name' | 'price' | 'holds']: () => string } & { upcoming?: true }
