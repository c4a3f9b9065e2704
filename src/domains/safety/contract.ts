/** Where the browser keeps within how many seconds two presses of ESC leave (safety point 19). */
export const escapeTimeKey = 'unfogQuickHideSeconds'

/** What can be chosen, the first unless told: up to ten times as long (WCAG 2.2, 2.2.1 "Adjust"). */
export const escapeTimes = [1, 2, 3, 5, 10] as const
