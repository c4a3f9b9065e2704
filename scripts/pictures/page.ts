/* Pages include the group with <use>, so that their colors apply. A file's CSP allows attributes only. */

/** Specification point 2, "Home". */
export const size = { width: 936, height: 624 }

/** src/ui/theme.css, with fallbacks for the file alone. */
export const color = {
  paper: 'var(--color-surface,#fffdf9)',
  ink: 'var(--color-ink,#23282c)',
  muted: 'var(--color-muted,#565d5c)',
  edge: 'var(--color-edge,#8a8474)',
  act: 'var(--color-act,#14594f)',
  actInk: 'var(--color-act-ink,#ffffff)',
  clinical: 'var(--color-clinical,#1d4a86)',
  clinicalSoft: 'var(--color-clinical-soft,#e6eefa)',
  community: 'var(--color-community,#7a4600)',
  communitySoft: 'var(--color-community-soft,#fbeccd)',
} as const

/** Literata's approximate widths in thousandths; with `textLength` any font fits. */
const narrow: Record<string, number> = { i: 300, j: 300, l: 300, t: 370, f: 370, r: 430, s: 460, ' ': 240 }
const wide: Record<string, number> = { m: 900, w: 800, M: 920, W: 980, '-': 380 }

export const widthOf = (text: string, fontSize: number): number =>
  ([...text].reduce(
    (sum, letter) => sum + (narrow[letter] ?? wide[letter] ?? (/[A-Z]/.test(letter) ? 700 : 560)),
    0,
  ) *
    fontSize) /
  1000

export const round = (value: number): number => Math.round(value * 10) / 10

/** A line of text of fixed width. */
export function line(
  text: string,
  at: { x: number; y: number; fontSize: number; fill: string; anchor?: 'middle' | 'end'; weight?: number },
): string {
  const { x, y, fontSize, fill, anchor, weight } = at
  const attributes = [
    `x="${round(x)}" y="${round(y)}" font-size="${round(fontSize)}" fill="${fill}"`,
    `textLength="${round(widthOf(text, fontSize))}" lengthAdjust="spacingAndGlyphs"`,
    ...(anchor ? [`text-anchor="${anchor}"`] : []),
    ...(weight ? [`font-weight="${weight}"`] : []),
  ]
  return `<text ${attributes.join(' ')}>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</text>`
}

/** `title` is the accessible name. */
export function file(title: string, parts: string[]): string {
  const { width, height } = size
  return `${[
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" aria-label="${title}">`,
    '<g id="picture" font-family="Literata,Georgia,serif">',
    `<rect width="${width}" height="${height}" fill="${color.paper}"/>`,
    ...parts,
    '</g>',
    '</svg>',
  ].join('\n')}\n`
}
