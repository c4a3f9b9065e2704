import { Heart, NotebookPen } from 'lucide-react'

/** The icons of the actions, once in a list: drawn in each of its cards they would weigh as much as the cards' words. */
export function TermActionIcons() {
  return (
    <div hidden>
      <Heart id="heart" />
      <NotebookPen id="pen" />
    </div>
  )
}

const address = (intent: 'save' | 'journal', slug: string) => `/auth-test?mode=sign-up&${intent}=${slug}`

type Props = { slug: string; term_name: string }

/**
 * What needs an account (specification point 6): ways to sign up, with the term in their address, so that it is not forgotten.
 * Who is signed in is led on to the dashboard; `auth-modal.element.ts` asks the others in place.
 */
export function TermCardActions({ slug, term_name }: Props) {
  return (
    <>
      <a
        href={address('save', slug)}
        rel="nofollow"
        className="icon-button"
        aria-label={`Save ${term_name} to favorites`}
      >
        <Drawn icon="heart" />
      </a>
      <a
        href={address('journal', slug)}
        rel="nofollow"
        className="icon-button"
        aria-label={`Write about ${term_name}`}
      >
        <Drawn icon="pen" />
      </a>
    </>
  )
}

const Drawn = ({ icon }: { icon: 'heart' | 'pen' }) => (
  <svg className="icon" aria-hidden="true">
    <use href={`#${icon}`} />
  </svg>
)

/** The same on the term's own page, in words; what is seen begins what is heard (WCAG 2.5.3). */
export function TermPageActions({ slug, term_name }: Props) {
  return (
    <p className="flex flex-wrap gap-3 no-print">
      <a href={address('save', slug)} rel="nofollow" className="btn">
        <Heart className="icon" aria-hidden="true" />
        <span>
          Save <span className="visually-hidden">{term_name} to favorites</span>
        </span>
      </a>
      <a href={address('journal', slug)} rel="nofollow" className="btn btn-quiet">
        <NotebookPen className="icon" aria-hidden="true" />
        <span>
          Write <span className="visually-hidden">about {term_name}</span>
        </span>
      </a>
    </p>
  )
}
