import type { Handler } from 'hono'

/** React Router ignores case, so `/Dashboard` would render without a visitor and the rules of its area. */
export const miscasedPaths =
  '/:area{(?:[Aa][Uu][Tt][Hh]-[Tt][Ee][Ss][Tt]|[Dd][Aa][Ss][Hh][Bb][Oo][Aa][Rr][Dd]|[Dd][Ee][Mm][Oo])(?:\\.data|/.*)?}'

export const redirectToLowercase: Handler = (context) => {
  const { pathname, search } = new URL(context.req.url)
  const [, area = ''] = context.req.path.toLowerCase().split('/')
  context.header('Cache-Control', 'no-store')
  return context.redirect(`/${area}${pathname.replace(/^\/[^/]*/, '')}${search}`)
}
