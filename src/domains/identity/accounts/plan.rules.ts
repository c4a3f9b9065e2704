import { type Plan, plans } from './plan.contract.ts'

/** True if the plan includes journaling (specification points 1 and 6). */
export const holdsJournal = (plan: Plan, beta: boolean): boolean => beta || plan !== 'starter'

/** Parses the operator's input. */
export const planOf = (typed: string | undefined): Plan | undefined => plans.find((plan) => plan === typed)
