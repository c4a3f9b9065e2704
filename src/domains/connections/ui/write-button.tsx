import { NotebookPen } from 'lucide-react'
import type { ElementType } from 'react'

type WriteButtonProps = {
  term: { slug: string; term_name: string }
  /** Left out where nothing can be written: the form's page says why. */
  onWrite?: (() => void) | undefined
  words?: boolean
  /** In place of the link, where nothing is written: a control that is switched off. */
  as?: ElementType
}

/** Opens the quick journal dialog. It is a link to the form, for whoever has no script or wants a tab of its own. */
export function WriteButton({ term, onWrite, words = false, as: Button }: WriteButtonProps) {
  const { slug, term_name } = term
  const looks = {
    className: words ? 'btn btn-quiet' : 'icon-button',
    ...(!words && { 'aria-label': `Write about ${term_name}` }),
  }
  const face = (
    <>
      <NotebookPen className="icon" aria-hidden="true" />
      {words && (
        <span>
          Write <span className="visually-hidden">about {term_name}</span>
        </span>
      )}
    </>
  )
  if (Button) return <Button {...looks}>{face}</Button>
  return (
    <a
      href={`/dashboard/connections/new?${new URLSearchParams({ journal: slug })}`}
      {...looks}
      onClick={(event) => {
        if (!onWrite || event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        onWrite()
      }}
    >
      {face}
    </a>
  )
}
