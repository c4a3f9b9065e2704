/**
 * Speculation rules (HTML, "Speculative loading"): a term that a reader points at, or puts a finger on, is fetched before it is opened.
 * Fetched, not run: nothing of a page happens before somebody is there. Only terms, which are kept finished on the server, the same
 * for everyone; the Content-Security-Policy of the page names the hash of this text.
 */
export const fetchAhead = JSON.stringify({
  prefetch: [{ where: { href_matches: '/glossary/*' }, eagerness: 'moderate' }],
})
