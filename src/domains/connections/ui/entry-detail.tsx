import { useState } from 'react'
import { href, Link, useNavigate } from 'react-router'
import { withLineBreaks } from '../../../platform/visible-text.ts'
import { LocalDate } from '../../../ui/local-date/local-date.tsx'
import { PageOwner } from '../../../ui/user-id-field/user-id-field.tsx'
import type { DecryptedEntry } from '../entries.contract.ts'
import * as messages from '../messages.en.yaml'
import { backToList } from '../search/ui/use-entry-search.ts'
import { DeleteDialog } from '../trash/ui/delete-dialog.tsx'
import { EntryDetails } from './entry-details.tsx'
import { useJournalPreferences } from './journal-preferences.ts'

const list = href('/dashboard/connections')

/** Specification point 2. `confirmDelete` asks in the page, without scripts. */
export function EntryDetail({ entry, confirmDelete }: { entry: DecryptedEntry; confirmDelete: boolean }) {
  const { id, revision, term, terms, content, created_at } = entry
  const { journal_tagging } = useJournalPreferences()
  const otherTerms = terms.filter((other) => other.id !== term?.id)
  const [deleting, setDeleting] = useState(false)
  const navigate = useNavigate()
  const here = `${list}/${id}`
  return (
    <article className="grid max-w-[46rem] gap-6">
      <header className="grid gap-3">
        <p className="no-print">
          <Link to={list} {...backToList}>
            {messages.backToList()}
          </Link>
        </p>
        <h1>{messages.detailTitle()}</h1>
        <p className="text-muted">
          <LocalDate time={created_at} long />
        </p>
      </header>
      {confirmDelete && (
        <section className="card grid gap-5" aria-labelledby="erase">
          <h2 id="erase">{messages.deleteTitle()}</h2>
          <p>{messages.deleteQuestion()}</p>
          <form method="post" action={here} className="flex flex-wrap gap-3">
            <PageOwner />
            <input type="hidden" name="intent" value="erase" />
            <Link to={here} className="btn btn-quiet">
              {messages.cancel()}
            </Link>
            <button type="submit" name="for_good" value="yes" className="btn btn-quiet">
              {messages.deleteForGood()}
            </button>
            <button type="submit" className="btn btn-danger">
              {messages.delete()}
            </button>
          </form>
        </section>
      )}
      <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <span className="strong text-xl">{term?.term_name ?? messages.freeform()}</span>
        {term && !term.retired && (
          <Link to={href('/dashboard/glossary/:slug', { slug: term.slug })}>{messages.viewTerm()}</Link>
        )}
      </p>
      {otherTerms.length > 0 && (
        <p className="flex flex-wrap items-baseline gap-x-4 gap-y-1">
          <span className="text-muted">{messages.alsoAbout()}</span>
          {otherTerms.map(({ id, slug, term_name, retired }) =>
            retired ? (
              <span key={id}>{term_name}</span>
            ) : (
              <Link key={id} to={href('/dashboard/glossary/:slug', { slug })}>
                {term_name}
              </Link>
            ),
          )}
        </p>
      )}
      <p className="entry-text" dir="auto">
        {withLineBreaks(content)}
      </p>
      <EntryDetails details={entry} showTags={journal_tagging} />
      {term && term.tags.length > 0 && (
        <section aria-labelledby="related-tags" className="entry-tags">
          <h2 id="related-tags">{messages.relatedTags()}</h2>
          <p className="flex flex-wrap gap-x-3">
            {term.tags.map((tag) => (
              <span key={tag}>#{tag}</span>
            ))}
          </p>
        </section>
      )}
      <div className="entry-actions no-print flex flex-wrap gap-3 pt-5">
        <Link to={`${here}/edit`} className="btn">
          {messages.edit()}
        </Link>
        <Link to={`${here}/print`} className="btn btn-quiet">
          {messages.print()}
        </Link>
        {!confirmDelete && (
          <form
            action={here}
            onSubmit={(event) => {
              event.preventDefault()
              setDeleting(true)
            }}
          >
            <button type="submit" name="delete" value="ask" className="btn btn-quiet">
              {messages.delete()}
            </button>
          </form>
        )}
      </div>
      {revision > 1 && (
        <p className="no-print">
          <Link to={href('/dashboard/connections/:id/history', { id })}>{messages.versions()}</Link>
        </p>
      )}
      {deleting && (
        <DeleteDialog
          id={id}
          onClose={() => setDeleting(false)}
          onDeleted={() => navigate(list, { ...backToList, replace: true })}
          onRestored={() => navigate(here)}
        />
      )}
    </article>
  )
}
