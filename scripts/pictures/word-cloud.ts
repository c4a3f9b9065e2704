import type { Samples } from '../../src/domains/demo/demo.contract.ts'
import type { SourceTerm } from '../../src/domains/glossary/source/glossary-source.contract.ts'
import { color, file, line, size, widthOf } from './page.ts'

const stopWords = new Set(
  `a about after again all also am an and answer any anybody are as asked asking at be been before but by call called came can chose
  come did do done else even every everybody exactly felt first for found from going had happened has have he her how i if in is it
  its keep kind know last like little looking me much my need next no nobody not nothing notice of on only or over pick right said same
  sat saw say says second she so somebody something spent stayed step still that the them then there they thing things third this
  time to today told too up us used was way we went were what when where which who why will with without word words would wrote
  years yet you your yes year right down back week day days caught call ended goes tells turns talked talk small ask once knew never whole find through want wrong whose read shook sunday myself lucky closed holding slept forgotten`.split(
    /\s+/,
  ),
)

type Word = { text: string; weight: number; fill: string }

function wordsOf({ connections }: Samples, terms: Map<string, SourceTerm>): Word[] {
  const counts = new Map<string, number>()
  for (const { content } of connections) {
    for (const word of content.toLowerCase().match(/[a-z]{4,}/g) ?? []) {
      if (!stopWords.has(word)) counts.set(word, (counts.get(word) ?? 0) + 1)
    }
  }
  const written = [...counts].map(([text, weight], index) => ({
    text,
    weight,
    fill: weight > 1 ? color.act : index % 2 ? color.muted : color.ink,
  }))
  const linked = [...new Set(connections.flatMap(({ term }) => term ?? []))].map((slug) => {
    const { term_name, type } = terms.get(slug) as SourceTerm
    const weight = 1.5 + connections.filter(({ term }) => term === slug).length
    return { text: term_name, weight, fill: color[type] }
  })
  return [...linked, ...written].toSorted((one, other) => other.weight - one.weight).slice(0, 54)
}

type Box = { x: number; y: number; width: number; height: number }
const doNotOverlap = (one: Box, other: Box) =>
  one.x + one.width < other.x ||
  other.x + other.width < one.x ||
  one.y + one.height < other.y ||
  other.y + other.height < one.y

function isInside({ x, y, width, height }: Box): boolean {
  const [across, down] = [size.width / 2, size.height / 2]
  const reach = (at: number, length: number, half: number) =>
    Math.max(Math.abs(at - half), Math.abs(at + length - half)) / (half - 14)
  return reach(x, width, across) ** 2.6 + reach(y, height, down) ** 2.6 < 1
}

/** Searches along a spiral from the center. */
function findSpace(width: number, height: number, boxes: Box[]): Box | undefined {
  for (let turn = 0; turn < 500; turn += 0.03) {
    const x = size.width / 2 + Math.cos(turn) * turn * 7.6 - width / 2
    const y = size.height / 2 + Math.sin(turn) * turn * 4.6 - height / 2
    const box = { x, y, width, height }
    if (isInside(box) && boxes.every((other) => doNotOverlap(box, other))) return box
  }
  return undefined
}

/** Draws the Connections' words, larger if more frequent. */
export function drawWordCloud(samples: Samples, terms: Map<string, SourceTerm>): string {
  const boxes: Box[] = []
  const parts = wordsOf(samples, terms).flatMap(({ text, weight, fill }) => {
    const fontSize = 13 + 12.4 * weight ** 0.92
    const [width, height] = [widthOf(text, fontSize) + 16, fontSize * 1.02 + 5]
    const box = findSpace(width, height, boxes)
    if (!box) return []
    boxes.push(box)
    const [x, y] = [box.x + width / 2, box.y + height * 0.75]
    return line(text, { x, y, fontSize, fill, anchor: 'middle', ...(weight > 2 && { weight: 500 }) })
  })
  return file('A cloud of words', parts)
}
