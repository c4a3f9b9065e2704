/*
 * What both pictures stand on. The page takes the group out of the file by <use>, so that its own fonts and colours reach it, in
 * both themes; opened by itself the file has the light ones. Attributes alone: the policy of a file allows no style of its own.
 */

/** As the pictures of the start page (specification point 2, "Home"). */
export const size = { width: 936, height: 624 }

/** The page's colours (src/ui/theme.css), and what stands for them in a file of its own. */
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

/** Literata's widths in thousandths of its size, near enough: what is drawn is told its width, so that it fits in any font. */
const narrow: Record<string, number> = { i: 300, j: 300, l: 300, t: 370, f: 370, r: 430, s: 460, ' ': 240 }
const wide: Record<string, number> = { m: 900, w: 800, M: 920, W: 980, '-': 380 }

/** @returns how wide a line of text is */
export const widthOf = (text: string, fontSize: number): number =>
  ([...text].reduce(
    (sum, letter) => sum + (narrow[letter] ?? wide[letter] ?? (/[A-Z]/.test(letter) ? 700 : 560)),
    0,
  ) *
    fontSize) /
  1000

export const round = (value: number): number => Math.round(value * 10) / 10

/** A line of text of a set width. */
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

/** @param title what is to be seen, for whoever opens the file by itself */
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
