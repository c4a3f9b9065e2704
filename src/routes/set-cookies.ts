/** Headers with one `Set-Cookie` per cookie. */
export const setCookies = (cookies: readonly string[]): Headers =>
  new Headers(cookies.map((cookie): [string, string] => ['Set-Cookie', cookie]))
