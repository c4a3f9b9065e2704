import { expect, inject, test } from 'vitest'
import { journey } from '../support/journey.ts'

const { visit } = journey()

test.each(['/', '/glossary', '/glossary/gaslighting', '/mission', '/resources', '/contact', '/no-such-page'])(
  'Wherever a slow line breaks %s off, what is painted stays where it is when more comes',
  async (path) => {
    const html = await (await fetch(inject('address') + path, { headers: { Accept: 'text/html' } })).text()
    const { page } = await visit('/empty', {
      width: 412,
      height: 823,
      before: (page) =>
        page.route('**/*', (route) =>
          route.request().url().endsWith('/empty')
            ? route.fulfill({ contentType: 'text/html', body: '<!doctype html>' })
            : route.abort(),
        ),
    })
    const { pieces, inSight, moved } = await page.evaluate(writeInPieces, html)
    expect(pieces).toBeGreaterThan(200)
    expect(inSight).toBeGreaterThan(10)
    expect(moved).toEqual([])
  },
)

/** Writes a document as a parser gets it, cut before and after each tag, and looks each time at all that can be seen. */
function writeInPieces(html: string): { pieces: number; inSight: number; moved: string[] } {
  const begin = html.indexOf('</head>')
  const ends = [...html.matchAll(/<[^>]+>/g)].flatMap(({ 0: tag, index }) => [index, index + tag.length])
  const cuts = [...new Set(ends)].filter((end) => end > begin)
  const moved = new Set<string>()
  let places = new Map<Node, DOMRect>()
  let at = 0
  document.open()
  for (const cut of cuts) {
    const piece = html.slice(at, cut)
    document.write(piece)
    at = cut
    const before = places
    places = placesInSight()
    for (const [node, { left, top }] of places) {
      const was = before.get(node)
      if (!was || (Math.abs(was.left - left) < 1 && Math.abs(was.top - top) < 1)) continue
      const what = node.nodeType === Node.TEXT_NODE ? node.textContent : (node as Element).outerHTML
      moved.add(`${what?.slice(0, 60)} by ${piece.slice(0, 60)}`)
    }
  }
  return { pieces: cuts.length, inSight: places.size, moved: [...moved] }

  /** Of texts the first line: it is where a text begins that tells whether it moves. */
  function placesInSight(): Map<Node, DOMRect> {
    const found = new Map<Node, DOMRect>()
    if (!document.body) return found
    const all = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT)
    for (let node = all.nextNode(); node; node = all.nextNode()) {
      const element = node instanceof Element ? node : node.parentElement
      if (!element || getComputedStyle(element).visibility === 'hidden') continue
      const range = document.createRange()
      range.selectNode(node)
      const [first] = node instanceof Element ? [shapeOf(node)] : range.getClientRects()
      if (!first || first.width === 0) continue
      // On a phone what comes later in the page is further down.
      if (first.top > 2 * innerHeight) break
      if (first.bottom > 0 && first.top < innerHeight) found.set(node, first)
    }
    return found
  }

  /** Of elements what is painted of them whatever they hold: signs, fields, pictures. */
  function shapeOf(element: Element): DOMRect | undefined {
    return /^(svg|img|input|button)$/i.test(element.tagName) ? element.getBoundingClientRect() : undefined
  }
}
