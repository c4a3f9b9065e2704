export type Player = {
  platform: string
  /** Without cookies where possible. Autoplays, because the user has clicked. */
  href: string
  /** For the CSP's `frame-src`. */
  origin: string
}

/** Finds the player for a video's page; undefined for other sites. */
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
