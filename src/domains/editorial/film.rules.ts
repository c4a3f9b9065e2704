export type Player = {
  /** Who plays it, as a reader knows them. */
  platform: string
  /** What plays it, without cookies where there is such a way; it begins at once, since somebody asked for it. */
  href: string
  /** What the policy of the page lets be framed. */
  origin: string
}

/**
 * @param url of a film as the operator copied it from the platform
 * @returns its player, or nothing where we know of none
 */
export function playerOf(url: string): Player | undefined {
  if (!URL.canParse(url)) return undefined
  const { protocol, hostname, pathname, searchParams } = new URL(url)
  if (protocol !== 'https:') return undefined
  const host = hostname.replace(/^(?:www|m)\./, '')
  if (host === 'youtube.com' || host === 'youtu.be' || host === 'youtube-nocookie.com') {
    const id = pathname === '/watch' ? searchParams.get('v') : pathname.split('/').at(-1)
    if (!/^[\w-]{11}$/.test(id ?? '')) return undefined
    const origin = 'https://www.youtube-nocookie.com'
    return { platform: 'YouTube', origin, href: `${origin}/embed/${id}?autoplay=1&rel=0` }
  }
  const id = /^\/(?:video\/)?(\d+)$/.exec(pathname)?.[1]
  if ((host !== 'vimeo.com' && host !== 'player.vimeo.com') || !id) return undefined
  const origin = 'https://player.vimeo.com'
  return { platform: 'Vimeo', origin, href: `${origin}/video/${id}?autoplay=1&dnt=1` }
}
