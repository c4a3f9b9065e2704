import { href } from 'react-router'
import { ResourceList } from '../../domains/editorial/ui/resource-list.tsx'
import css from '../../ui/resources.css?inline'
import { describePage, publicHeaders } from '../meta.ts'
import { siteContext } from '../request-context.ts'
import type { Route } from './+types/resources.ts'

export const handle = { css }

export function loader({ context }: Route.LoaderArgs) {
  const { resources, helpLines, helpLinesByNeed } = context.get(siteContext)
  return { resources, helpLines, needs: helpLinesByNeed.needs }
}

export const headers = () => publicHeaders

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const { title = '', description = '' } = loaderData?.resources ?? {}
  return describePage(matches, { title, description, path: href('/resources') })
}

export default function ResourcesPage({ loaderData }: Route.ComponentProps) {
  return <ResourceList {...loaderData} />
}
