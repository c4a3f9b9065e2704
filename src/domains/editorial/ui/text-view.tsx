import type { ReactNode } from 'react'
import * as messages from '../messages.en.yaml'
import type { Section, TextPage } from '../texts.contract.ts'
import { headingId } from '../texts.rules.ts'
import { Blocks, Prose } from './prose.tsx'

const maxWithoutContents = 4

/** `children` come between the lede and the sections. */
export function TextView({ text, children }: { text: TextPage; children?: ReactNode }) {
  const { title, effective, lede, sections, signed } = text
  const hasContents = sections.length > maxWithoutContents
  const body = sections.map(({ heading, text }) => (
    <section key={heading} className="grid gap-4 max-w-prose" aria-labelledby={headingId(heading)}>
      <h2 id={headingId(heading)}>{heading}</h2>
      <Blocks of={text} />
    </section>
  ))
  return (
    <article className={`wrap grid gap-8 pt-10 ${hasContents ? '' : 'narrow'}`}>
      <h1>{title}</h1>
      {effective && <p className="text-muted">{messages.effective({ date: effective })}</p>}
      {lede && (
        <p className="lede">
          <Prose>{lede}</Prose>
        </p>
      )}
      {children}
      {hasContents ? (
        <div className="term-columns">
          <Contents of={sections} />
          <div className="grid gap-8">{body}</div>
        </div>
      ) : (
        body
      )}
      {signed && <p className="lede">{signed}</p>}
    </article>
  )
}

function Contents({ of }: { of: Section[] }) {
  return (
    <nav aria-label={messages.onThisPage()} className="card page-list">
      <ol className="grid gap-1">
        {of.map(({ heading }, index) => (
          <li key={heading}>
            <a href={`#${headingId(heading)}`} className="site-footer-link">
              {index + 1}. {heading}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  )
}
