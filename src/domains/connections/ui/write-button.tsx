import { NotebookPen } from 'lucide-react'
import type { ElementType } from 'react'
import { href } from 'react-router'
import * as messages from '../messages.en.yaml'

type WriteButtonProps = {
  term: { slug: string; term_name: string }
  /** Omit when the user cannot write. */
  onWrite?: (() => void) | undefined
  withText?: boolean
  /** Replaces the link. */
  as?: ElementType
}

/** Works without scripts and in a new tab. */
export function WriteButton({ term, onWrite, withText = false, as: Button }: WriteButtonProps) {
  const { slug, term_name } = term
  const buttonProps = {
    className: withText ? 'btn btn-quiet' : 'icon-button',
    ...(!withText && { 'aria-label': messages.writeAbout({ term: term_name }) }),
  }
  const content = (
    <>
      <NotebookPen className="icon" aria-hidden="true" />
      {withText && (
        <span>
          {messages.write({
            term: term_name,
            hidden: (text) => <span className="visually-hidden">{text}</span>,
          })}
        </span>
      )}
    </>
  )
  if (Button) return <Button {...buttonProps}>{content}</Button>
  return (
    <a
      href={`${href('/dashboard/connections/new')}?${new URLSearchParams({ journal: slug })}`}
      {...buttonProps}
      onClick={(event) => {
        if (!onWrite || event.metaKey || event.ctrlKey || event.shiftKey) return
        event.preventDefault()
        onWrite()
      }}
    >
      {content}
    </a>
  )
}
