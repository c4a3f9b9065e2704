import type { Page } from 'playwright'

/** One path per kind of page, with its status. */
export const screens = [
  ['/', 200],
  ['/glossary', 200],
  ['/glossary?search=silent', 200],
  ['/glossary?search=zzzz', 200],
  ['/glossary/gaslighting', 200],
  ['/glossary/no-such-word', 404],
  ['/no/such/page', 404],
  ['/contact', 200],
  ['/mission', 200],
  ['/resources', 200],
  ['/resources/deaf', 200],
  ['/resources/no-such-need', 404],
  ['/disclaimers', 200],
  ['/terms', 200],
  ['/privacy', 200],
  ['/staying-safe', 200],
  ['/comparing-scripts', 200],
  ['/licenses', 200],
  ['/source', 200],
  ['/demo/home', 200],
  ['/demo/glossary', 200],
  ['/demo/connections', 200],
  ['/demo/favorites', 200],
  ['/demo/settings', 200],
  ['/demo/coming_soon', 200],
  ['/demo/no-such-room', 404],
  ['/auth-test', 200],
  ['/dashboard', 200],
] as const

/** For `before`: skips the demo tour, which `demo-tour.e2e.ts` tests. */
export const withoutTour = (page: Page) =>
  page.addInitScript(() => {
    localStorage.unfogDemoTourDismissed = 'true'
  })
