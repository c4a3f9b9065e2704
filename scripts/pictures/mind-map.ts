import type { Samples } from '../../src/domains/demo/demo.contract.ts'
import type { SourceTerm } from '../../src/domains/glossary/source/glossary-source.contract.ts'
import { color, file, line, round, size, widthOf } from './page.ts'

const leaves = 2

type Side = { sign: 1 | -1; slugs: string[] }

/** Half on each side, the most written about first. */
function sidesOf({ connections }: Samples): Side[] {
  const slugs = [...new Set(connections.flatMap(({ term }) => term ?? []))].toSorted(
    (one, other) => countOf(connections, other) - countOf(connections, one),
  )
  return [
    { sign: 1, slugs: slugs.filter((_slug, index) => index % 2 === 0) },
    { sign: -1, slugs: slugs.filter((_slug, index) => index % 2 === 1) },
  ]
}
const countOf = (connections: Samples['connections'], slug: string) =>
  connections.filter(({ term }) => term === slug).length

function curve(from: [number, number], to: [number, number], stroke: string, width: number): string {
  const middle = round((from[0] + to[0]) / 2)
  const [x1, y1, x2, y2] = [...from, ...to].map(round)
  return `<path d="M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}" fill="none" stroke="${stroke}" stroke-width="${width}"/>`
}

function branch(slug: string, sign: 1 | -1, y: number, samples: Samples, terms: Map<string, SourceTerm>) {
  const { term_name, type, tags } = terms.get(slug) as SourceTerm
  const count = countOf(samples.connections, slug)
  const [fontSize, height] = [19, 44]
  const width = widthOf(term_name, fontSize) + 36
  const middle = size.width / 2
  const inner = middle + sign * 84
  const left = sign > 0 ? inner : inner - width
  const outer = inner + sign * width
  return [
    curve([middle, size.height / 2], [inner, y], color[type], 1 + count),
    ...tags.slice(0, leaves).flatMap((tag, index) => {
      const leaf = y + (index - (leaves - 1) / 2) * 30
      const end = outer + sign * 20
      return [
        curve([outer, y], [end, leaf], color.edge, 1),
        line(tag, {
          ...{ x: end + sign * 6, y: leaf + 5, fontSize: 14.5, fill: color.muted },
          ...(sign < 0 && { anchor: 'end' as const }),
        }),
      ]
    }),
    `<rect x="${round(left)}" y="${round(y - height / 2)}" width="${round(width)}" height="${height}" rx="22" fill="${color[`${type}Soft`]}" stroke="${color[type]}" stroke-width="1.5"/>`,
    line(term_name, { x: left + width / 2, y: y + 7, fontSize, fill: color[type], anchor: 'middle' }),
  ]
}

/** Draws the terms with their tags. Thicker branches have more Connections. */
export function drawMindMap(samples: Samples, terms: Map<string, SourceTerm>): string {
  const branches = sidesOf(samples).flatMap(({ sign, slugs }) =>
    slugs.flatMap((slug, index) =>
      branch(slug, sign, (size.height / slugs.length) * (index + 0.5), samples, terms),
    ),
  )
  const [x, y] = [size.width / 2, size.height / 2]
  const center = { x, fill: color.actInk, anchor: 'middle' } as const
  return file('A mind map', [
    ...branches,
    `<circle cx="${x}" cy="${y}" r="62" fill="${color.act}"/>`,
    line(String(samples.connections.length), { ...center, y: y - 2, fontSize: 36 }),
    line('Connections', { ...center, y: y + 24, fontSize: 17 }),
  ])
}
