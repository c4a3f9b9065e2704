import { type MetaFunction, useLocation } from 'react-router'
import { describePage, rootOf } from './meta.ts'

type Words = { title: string; text: string }

const soon: Record<string, Words> = {
  '/dashboard': {
    title: 'This room opens soon',
    text: 'Favorites and Connections are still being built. The glossary is ready to read.',
  },
  '/demo': {
    title: 'The demo opens soon',
    text: 'A demo with sample data is still being built. The glossary is ready to read.',
  },
  '/resources': {
    title: 'Resources',
    text: 'This page is still being written. In an emergency call 911 in the US or 999 in the UK. The National Domestic Violence Hotline in the US answers at 800-799-7233, the UK domestic abuse helpline at 0808 2000 247.',
  },
  '/contact': {
    title: 'Contact',
    text: 'The contact form is still being built. It will not be monitored for emergencies.',
  },
}

const other: Words = {
  title: 'This page is still being written',
  text: 'It is not here yet, and nothing is wrong on your side. The glossary is ready to read.',
}

const wordsFor = (path: string): Words => soon[`/${path.split('/')[1]}`] ?? other

export const soonMeta: MetaFunction = ({ matches, location }) => {
  const root = rootOf(matches)
  const { title, text } = wordsFor(location.pathname)
  return describePage(root, {
    title: `${title} · ${root?.site.name}`,
    description: text,
    path: location.pathname,
    noindex: true,
  })
}

/** An address of the specification that is not built yet says so calmly, instead of 404. */
export function Soon() {
  const { title, text } = wordsFor(useLocation().pathname)
  return (
    <div className="wrap grid justify-items-start gap-5 py-16 sm:py-24">
      <h1>{title}</h1>
      <p className="lede">{text}</p>
      <div className="flex flex-wrap gap-3">
        <a href="/glossary" className="btn">
          Go to the glossary
        </a>
        <a href="/" className="btn btn-quiet">
          Home
        </a>
      </div>
    </div>
  )
}
