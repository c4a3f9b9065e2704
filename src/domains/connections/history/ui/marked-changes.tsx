import * as messages from '../../messages.en.yaml'
import type { Piece } from '../compare.rules.ts'

/** Marks what was added and removed by lines, and by hidden words for screen readers, which often leave out `ins` and `del`. */
export function MarkedChanges({ pieces }: { pieces: readonly Piece[] }) {
  let offset = 0
  return pieces.map(({ text, kind }) => {
    const key = offset
    offset += text.length
    if (kind === 'same') return text
    const Tag = kind === 'added' ? 'ins' : 'del'
    return (
      <Tag key={key}>
        <Hidden>[{kind === 'added' ? messages.addedText() : messages.removedText()}: </Hidden>
        {withVisibleBreaks(text)}
        <Hidden>]</Hidden>
      </Tag>
    )
  })
}

/** Isolated, so that the site's language does not decide the direction of the text. */
const Hidden = ({ children }: { children: React.ReactNode }) => (
  <bdi className="visually-hidden">{children}</bdi>
)

/** A line break alone has nothing to underline. */
const withVisibleBreaks = (text: string) => (text.trim() === '' ? text.replaceAll('\n', '¶\n') : text)
