import { OutwardLink } from '../../../ui/outward-link/outward-link.tsx'
import type { Block } from '../texts.contract.ts'
import { parseInline } from '../texts.rules.ts'

export function Prose({ children }: { children: string }) {
  return parseInline(children).map((piece) => {
    if (typeof piece === 'string') return piece
    const Link = piece.href.startsWith('https:') ? OutwardLink : 'a'
    return (
      <Link key={piece.href + piece.words} href={piece.href}>
        {piece.words}
      </Link>
    )
  })
}

export function Blocks({ of }: { of: Block[] }) {
  return of.map((block) => {
    if (typeof block === 'string')
      return (
        <p key={block}>
          <Prose>{block}</Prose>
        </p>
      )
    if ('commands' in block)
      return (
        <pre key={block.commands[0]} dir="ltr" className="commands">
          <code>{block.commands.join('\n')}</code>
        </pre>
      )
    return (
      <ul key={block.list[0]} className="dots">
        {block.list.map((line) => (
          <li key={line}>
            <Prose>{line}</Prose>
          </li>
        ))}
      </ul>
    )
  })
}
