import { href } from 'react-router'
import * as messages from '../messages.en.yaml'
import { searchLimit } from '../terms.rules.ts'

const alerts = {
  failed: { title: messages.listFailedTitle, text: messages.listFailed },
  'too-long': {
    title: messages.searchTooLongTitle,
    text: () => messages.searchTooLong({ max: searchLimit }),
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
        <h2>{title()}</h2>
        <p>{text()}</p>
      </div>
    )
  }
  return (
    <div className="card grid justify-items-start gap-2">
      <h2>{messages.noTermsFound()}</h2>
      {/* Wraps a long word. */}
      <p className="wrap-anywhere">{search ? messages.noTermsMatch({ search }) : messages.noTerms()}</p>
      <p className="text-muted">{messages.tryAnotherWord()}</p>
      {/* Works in place like "All" in the letters. */}
      <a href={base} data-list="letter" data-key="all">
        {messages.seeAllTerms()}
      </a>
      <a href={href('/resources')}>{messages.help()}</a>
      <a href={href('/contact')}>{messages.missingWord()}</a>
    </div>
  )
}
