import { href } from 'react-router'
import { Film } from '../../domains/editorial/ui/film.tsx'
import { FilmButton, LocalFilm, WatchTheFilm } from '../../domains/editorial/ui/local-film.tsx'
import { TextView } from '../../domains/editorial/ui/text-view.tsx'
import lightboxCss from '../../ui/lightbox.css?inline'
import { QuickHide } from '../../ui/quick-hide/quick-hide.tsx'
import css from '../../ui/term.css?inline'
import { describePage, getRootData, publicHeaders } from '../meta.ts'
import { siteContext } from '../request-context.ts'
import type { Route } from './+types/mission.ts'

export const handle = { css: css + lightboxCss, film: true }

export function loader({ context }: Route.LoaderArgs) {
  const { texts, film, home } = context.get(siteContext)
  return { text: texts.mission, film, title: home.why.film }
}

export const headers = () => publicHeaders

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const { title = '', description = '' } = loaderData?.text ?? {}
  return describePage(matches, { title, description, path: href('/mission') })
}

/** The operator's texts, else our own (specification point 2). */
export default function Mission({ loaderData: { text, film, title }, matches }: Route.ComponentProps) {
  const root = getRootData(matches)
  if (film || !root) return <TextView text={text}>{film && <Film {...film} />}</TextView>
  return (
    <TextView text={text}>
      <FilmButton className="btn btn-quiet justify-self-start">
        <WatchTheFilm />
      </FilmButton>
      <LocalFilm title={title} quickHide={<QuickHide {...root.quickHide} inDialog />} />
      <script type="module" src={root.shell.homeScript} />
    </TextView>
  )
}
