import { data, href } from 'react-router'
import { findNeed } from '../../domains/crisis/help-lines-by-need.contract.ts'
import { headingId } from '../../domains/editorial/texts.rules.ts'
import { NeedLines } from '../../domains/editorial/ui/need-lines.tsx'
import css from '../../ui/resources.css?inline'
import { describePage, publicHeaders } from '../meta.ts'
import { NotFoundMessage } from '../not-found-message.tsx'
import { siteContext } from '../request-context.ts'
import type { Route } from './+types/need.ts'
import * as messages from './messages.en.yaml'

export const handle = { css }

export function loader({ context, params }: Route.LoaderArgs) {
  const { resources, helpLines, helpLinesByNeed } = context.get(siteContext)
  const page = findNeed(helpLines, helpLinesByNeed, params.need)
  if (!page) return data(undefined, 404)
  const { needs } = helpLinesByNeed
  return data(
    { ...page, code: params.need, needs, safely: headingId(resources.safely.heading) },
    { headers: publicHeaders },
  )
}

export const headers = ({ loaderHeaders }: Route.HeadersArgs) => loaderHeaders

export const meta: Route.MetaFunction = ({ loaderData, matches, params }) => {
  if (!loaderData) return [{ title: messages.pageNotFound() }, { name: 'robots', content: 'noindex' }]
  const { title, text } = loaderData
  return describePage(matches, {
    title,
    description: text,
    path: href('/resources/:need', { need: params.need }),
  })
}

export default function NeedPage({ loaderData }: Route.ComponentProps) {
  if (loaderData) return <NeedLines {...loaderData} />
  return (
    <div className="wrap">
      <NotFoundMessage />
    </div>
  )
}
