import { expect, test } from 'vitest'
import { playerOf } from './film.rules.ts'

test.each([
  'https://www.youtube.com/watch?v=abcDEF_-123',
  'https://www.youtube.com/watch?feature=shared&v=abcDEF_-123&t=4s',
  'https://m.youtube.com/watch?v=abcDEF_-123',
  'https://youtu.be/abcDEF_-123?si=whoSharedIt',
  'https://www.youtube.com/embed/abcDEF_-123',
  'https://www.youtube-nocookie.com/embed/abcDEF_-123',
])('%s has a player without cookies, with only the video id of the URL', (url) => {
  expect(playerOf(url)).toEqual({
    platform: 'YouTube',
    origin: 'https://www.youtube-nocookie.com',
    href: 'https://www.youtube-nocookie.com/embed/abcDEF_-123?autoplay=1&rel=0',
  })
})

test.each(['https://vimeo.com/123456789', 'https://player.vimeo.com/video/123456789?h=x'])(
  '%s has a player without tracking',
  (url) => {
    expect(playerOf(url)).toEqual({
      platform: 'Vimeo',
      origin: 'https://player.vimeo.com',
      href: 'https://player.vimeo.com/video/123456789?autoplay=1&dnt=1',
    })
  },
)

test.each([
  '',
  'film',
  'javascript:alert(1)',
  'http://www.youtube.com/watch?v=abcDEF_-123',
  'https://www.youtube.com/',
  'https://www.youtube.com/watch',
  'https://www.youtube.com/watch?v=short',
  'https://www.youtube.com.example.org/watch?v=abcDEF_-123',
  'https://example.org/watch?v=abcDEF_-123',
  'https://vimeo.com/',
  'https://vimeo.com/123/../../x',
  'https://notvimeo.com/123456789',
])('"%s" has no player', (url) => expect(playerOf(url)).toBeUndefined())
