import { href } from 'react-router'

/** Specification point 4, "Demo tour". */
export const tourKeys = {
  state: 'unfogDemoTourState',
  dismissed: 'unfogDemoTourDismissed',
  message: 'unfogMobileDemoMessageDismissed',
} as const

export type TourState = { currentStep: number; isActive: boolean; lastPage: string }

/** The pages, and how many steps each has. The steps themselves come with the first tip (tour-steps.rules.ts). */
const stepsOnPages: readonly [string, number][] = [
  [href('/demo/home'), 6],
  [href('/demo/glossary'), 4],
  [href('/demo/connections'), 4],
  [href('/demo/favorites'), 2],
  [href('/demo/settings'), 2],
  [href('/demo/coming_soon'), 1],
]

/** The page of each step. Specification point 9: 19 steps on six pages. */
export const stepPages: readonly string[] = stepsOnPages.flatMap(([page, count]) =>
  Array<string>(count).fill(page),
)

/** Parses untrusted text. */
export function readTourState(text: string | null): TourState | undefined {
  try {
    const { currentStep, isActive, lastPage } = JSON.parse(text ?? '') as Partial<TourState>
    if (!Number.isInteger(currentStep) || !stepPages[currentStep as number]) return undefined
    return { currentStep: currentStep as number, isActive: isActive === true, lastPage: String(lastPage) }
  } catch {
    return undefined
  }
}

/** The step to continue with on another page. */
export function nearestStep(page: string, from: number): number | undefined {
  const indexes = stepPages.flatMap((each, index) => (each === page ? [index] : []))
  return indexes.sort((a, b) => Math.abs(a - from) - Math.abs(b - from))[0]
}
