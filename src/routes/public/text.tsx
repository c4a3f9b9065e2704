import { textNames } from '../../domains/editorial/texts.contract.ts'
import { TextView } from '../../domains/editorial/ui/text-view.tsx'
import css from '../../ui/term.css?inline'
import { describePage, publicHeaders } from '../meta.ts'
import { siteContext } from '../request-context.ts'
import type { Route } from './+types/text.ts'

export const handle = { css }

/** The router ignores case. */
export function loader({ request, context }: Route.LoaderArgs) {
  const path = new URL(request.url).pathname.toLowerCase()
  const name = textNames.find((each) => path.startsWith(`/${each}`))
  if (!name) throw new Error('a route without its text')
  return { path: `/${name}`, text: context.get(siteContext).texts[name] }
}

export const headers = () => publicHeaders

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (!loaderData) return []
  const { title, description } = loaderData.text
  return describePage(matches, { title, description, path: loaderData.path })
}

export default function Text({ loaderData }: Route.ComponentProps) {
  return <TextView text={loaderData.text} />
}
