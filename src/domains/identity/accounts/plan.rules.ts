import { type Plan, plans } from './plan.contract.ts'

/**
 * Whether a plan holds journaling (specification points 1 and 6: free gets favorites, premium gets journaling).
 *
 * @param beta the setting `BETA`: while it is on, journaling is free for everyone
 */
export const holdsJournal = (plan: Plan, beta: boolean): boolean => beta || plan !== 'starter'

/** @param typed as the operator wrote it */
export const planOf = (typed: string | undefined): Plan | undefined => plans.find((plan) => plan === typed)
