/** Seconds between two presses of ESC (safety point 19). */
export const escapeTimeKey = 'unfogQuickHideSeconds'

/** In seconds; the first is the default (WCAG 2.2, 2.2.1). */
export const escapeTimes = [1, 2, 3, 5, 10] as const

/** Inlined: a request would tell the server that someone exits (safety point 20). */
export const neutralIcon =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Ccircle cx='16' cy='16' r='9' fill='%239aa0a3'/%3E%3C/svg%3E"
