import { Film } from '../../domains/editorial/ui/film.tsx'
import { TextView } from '../../domains/editorial/ui/text-view.tsx'
import css from '../../ui/term.css?inline'
import { siteContext } from '../context.ts'
import { describePage, publicHeaders, rootOf } from '../meta.ts'
import type { Route } from './+types/mission.ts'

export const handle = { css }

export function loader({ context }: Route.LoaderArgs) {
  const { texts, film } = context.get(siteContext)
  return { text: texts.mission, film }
}

export const headers = () => publicHeaders

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const root = rootOf(matches)
  const { title = '', description = '' } = loaderData?.text ?? {}
  return describePage(root, { title: `${title} · ${root?.site.name}`, description, path: '/mission' })
}

/** The note of those who build the product, and their film where there is one (specification point 2, "Mission"). */
export default function Mission({ loaderData: { text, film } }: Route.ComponentProps) {
  return <TextView text={text}>{film && <Film {...film} />}</TextView>
}
