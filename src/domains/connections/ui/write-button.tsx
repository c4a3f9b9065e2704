import { NotebookPen } from 'lucide-react'

type WriteButtonProps = {
  term: { slug: string; term_name: string }
  onWrite: () => void
  words?: boolean
}

/** Opens the quick journal dialog. It is a link to the form, for whoever has no script or wants a tab of its own. */
export function WriteButton({ term, onWrite, words = false }: WriteButtonProps) {
  const { slug, term_name } = term
  return (
    <a
      href={`/dashboard/connections/new?${new URLSearchParams({ journal: slug })}`}
      className={words ? 'btn btn-quiet' : 'deed'}
      {...(!words && { 'aria-label': `Write about ${term_name}` })}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        onWrite()
      }}
    >
      <NotebookPen className="icon" aria-hidden="true" />
      {words && (
        <span>
          Write <span className="for-ears">about {term_name}</span>
        </span>
      )}
    </a>
  )
}
