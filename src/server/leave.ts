import type { Config } from '../platform/config.server.ts'

/** Nothing to see; the title is for the tab, which else shows our address while the destination takes its time. */
const blank = '<!doctype html><html lang="en"><title>Loading</title></html>'

/**
 * `POST /leave`: Quick Hide without JavaScript, and what the script sends on its way out. Always 200 and blank: under
 * `form-action 'self'` a redirect to another site is blocked and the page would stay (safety point 2). The browser forgets
 * what we kept on it; never its cache, which can hang Chrome for seconds (safety point 9).
 */
export function leave({ quickHideUrl }: Pick<Config, 'quickHideUrl'>): Response {
  return new Response(blank, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      Refresh: `0;url=${quickHideUrl}`,
      'Clear-Site-Data': '"cookies", "storage"',
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
    },
  })
}
