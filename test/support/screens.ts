/** One address for every kind of screen there is so far, with the status of its answer. */
export const screens = [
  ['/', 200],
  ['/glossary', 200],
  ['/glossary?search=silent', 200],
  ['/glossary?search=zzzz', 200],
  ['/glossary/gaslighting', 200],
  ['/glossary/no-such-word', 404],
  ['/no/such/page', 404],
  ['/resources', 200],
  ['/demo/home', 200],
  ['/auth-test', 200],
  ['/dashboard', 200],
] as const
