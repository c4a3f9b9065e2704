import { Heart, NotebookPen } from 'lucide-react'
import type { ReactNode } from 'react'
import { href } from 'react-router'
import * as messages from '../messages.en.yaml'

/** Inlined in each card they would weigh as much as its text. */
export function TermActionIcons() {
  return (
    <div hidden>
      <Heart id="heart" />
      <NotebookPen id="pen" />
    </div>
  )
}

const signUpUrl = (intent: 'save' | 'journal', slug: string) =>
  `${href('/auth-test')}?mode=sign-up&${intent}=${slug}`

type Props = { slug: string; term_name: string }

/** Links that take signed-in users to the dashboard; for others `auth-modal.client.ts` opens a modal. */
export function TermCardActions({ slug, term_name }: Props) {
  return (
    <>
      <a
        href={signUpUrl('save', slug)}
        rel="nofollow"
        className="icon-button"
        aria-label={messages.saveTerm({ term: term_name })}
      >
        <ActionIcon icon="heart" />
      </a>
      <a
        href={signUpUrl('journal', slug)}
        rel="nofollow"
        className="icon-button"
        aria-label={messages.writeAboutTerm({ term: term_name })}
      >
        <ActionIcon icon="pen" />
      </a>
    </>
  )
}

const ActionIcon = ({ icon }: { icon: 'heart' | 'pen' }) => (
  <svg className="icon" aria-hidden="true">
    <use href={`#${icon}`} />
  </svg>
)

const hidden = (text: ReactNode) => <span className="visually-hidden">{text}</span>

/** Accessible names start with the visible label (WCAG 2.5.3). */
export function TermPageActions({ slug, term_name: term }: Props) {
  return (
    <p className="flex flex-wrap gap-3 no-print">
      <a href={signUpUrl('save', slug)} rel="nofollow" className="btn">
        <Heart className="icon" aria-hidden="true" />
        <span>{messages.saveThisTerm({ term, hidden })}</span>
      </a>
      <a href={signUpUrl('journal', slug)} rel="nofollow" className="btn btn-quiet">
        <NotebookPen className="icon" aria-hidden="true" />
        <span>{messages.writeAboutThisTerm({ term, hidden })}</span>
      </a>
    </p>
  )
}
