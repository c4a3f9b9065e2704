/** Specification point 1. */
export const plans = ['starter', 'journal', 'ai-plus'] as const
export type Plan = (typeof plans)[number]

/** `upcoming`: grants what Journal does. */
export const planWords: Record<Plan, { name: string; price: string; holds: string; upcoming?: true }> = {
  starter: { name: 'Starter', price: 'Free', holds: 'Favorite glossary terms' },
  journal: { name: 'Journal', price: 'Free for beta users', holds: 'Basic journaling' },
  'ai-plus': { name: 'AI+', price: '$15/month', holds: 'Upcoming', upcoming: true },
}
