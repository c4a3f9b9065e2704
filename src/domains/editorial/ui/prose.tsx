import type { Block } from '../texts/contract.ts'
import { piecesOf } from '../texts/rules.ts'

/** Links to other sites say nothing of us, and leave this page where it is. */
export const outward = { rel: 'noreferrer noopener', target: '_blank' } as const

/** A sentence of the operator's with its links. */
export function Prose({ children }: { children: string }) {
  return piecesOf(children).map((piece) =>
    typeof piece === 'string' ? (
      piece
    ) : (
      <a key={piece.href + piece.words} href={piece.href} {...(piece.href.startsWith('https:') && outward)}>
        {piece.words}
      </a>
    ),
  )
}

/** Paragraphs and lists, as they stand in a file of `content`. */
export function Blocks({ of }: { of: Block[] }) {
  return of.map((block) =>
    typeof block === 'string' ? (
      <p key={block}>
        <Prose>{block}</Prose>
      </p>
    ) : (
      <ul key={block.list[0]} className="dots">
        {block.list.map((line) => (
          <li key={line}>
            <Prose>{line}</Prose>
          </li>
        ))}
      </ul>
    ),
  )
}
