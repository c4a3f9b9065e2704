/**
 * Speculation rules (HTML, "Speculative loading"): a term is fetched while the finger that opens it is still down. Not earlier: what
 * is only pointed at was not asked for, and the browser's files would hold it. Fetched, not run: nothing of a page happens before
 * somebody is there. Only terms, which are kept finished on the server, the same for everyone; the Content-Security-Policy of the
 * page names the hash of this text.
 */
export const fetchAhead = JSON.stringify({
  prefetch: [{ where: { href_matches: '/glossary/*' }, eagerness: 'conservative' }],
})
