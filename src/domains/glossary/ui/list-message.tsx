import { href } from 'react-router'
import { searchLimit } from '../terms.rules.ts'

const alerts = {
  failed: {
    title: 'Error Loading Terms',
    text: 'There was an error loading the glossary terms. Please try again later.',
  },
  'too-long': {
    title: 'That is more than we can search for',
    text: `A search takes at most ${searchLimit} characters. Try one or two words of it; your text is still in the box.`,
  },
}

/** Specification point 8. */
export function ListMessage({
  found,
  search = '',
  base = href('/glossary'),
}: {
  found: 'failed' | 'empty' | 'too-long'
  search?: string
  base?: string
}) {
  if (found !== 'empty') {
    const { title, text } = alerts[found]
    return (
      <div className="card grid gap-2" role="alert">
        <h2>{title}</h2>
        <p>{text}</p>
      </div>
    )
  }
  return (
    <div className="card grid justify-items-start gap-2">
      <h2>No Terms Found</h2>
      {/* Wraps a long word. */}
      <p className="wrap-anywhere">{search ? `No terms found matching "${search}"` : 'No terms available'}</p>
      <p className="text-muted">Another word for it may be here: try a shorter word, or browse by letter.</p>
      {/* Works in place like "All" in the letters. */}
      <a href={base} data-list="letter" data-key="all">
        See all terms
      </a>
    </div>
  )
}
