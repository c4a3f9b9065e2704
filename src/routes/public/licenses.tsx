import { href } from 'react-router'
import { LicenseList } from '../../domains/editorial/ui/license-list.tsx'
import css from '../../ui/licenses.css?inline'
import { describePage, publicHeaders } from '../meta.ts'
import { licensesContext, siteContext } from '../request-context.ts'
import type { Route } from './+types/licenses.ts'
import * as messages from './messages.en.yaml'

export const handle = { css }

export const loader = async ({ context }: Route.LoaderArgs) => ({
  licenses: await context.get(licensesContext)(),
  source: context.get(siteContext).source_url,
})

export const headers = () => publicHeaders

export const meta: Route.MetaFunction = ({ matches }) =>
  describePage(matches, {
    title: messages.licenses(),
    description: messages.licensesDescription(),
    path: href('/licenses'),
  })

export default function LicensesPage({ loaderData }: Route.ComponentProps) {
  return <LicenseList {...loaderData} />
}
