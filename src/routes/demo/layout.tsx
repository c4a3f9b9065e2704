import { data, href, Outlet, useRouteLoaderData } from 'react-router'
import { readDemo } from '../../domains/demo/demo.reads.server.ts'
import { SmallScreenMessage } from '../../domains/demo/ui/small-screen-message.tsx'
import { TourButton } from '../../domains/demo/ui/tour-button.tsx'
import { numbersOf, searchIndexOf } from '../../domains/glossary/search/search.contract.ts'
import { firstSentence } from '../../domains/glossary/search/search.rules.ts'
import { HeaderSearch } from '../../domains/glossary/ui/header-search.tsx'
import { DialogQuickHide } from '../../ui/dialog/dialog.tsx'
import { DisabledReason } from '../../ui/disabled-button/disabled-button.tsx'
import { QuickHide } from '../../ui/quick-hide/quick-hide.tsx'
import { RouteChange } from '../../ui/shell/route-change.tsx'
import { Sidebar } from '../../ui/shell/sidebar.tsx'
import { platformContext, type RootData, samplesContext, siteContext } from '../page-context.ts'
import '../../ui/private.css'
import '../../ui/tour.css'
import { SiteLayout } from '../site-layout.tsx'
import type { Route } from './+types/layout.ts'
import { Logout } from './disabled-controls.tsx'

/** Hydrated, without account code (docs/decisions/015). Titles are neutral (safety point 12). */
export const handle = { interactive: true, demo: true }

export { ErrorBoundary } from '../error-boundary.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { roadmap, planned, resources } = context.get(siteContext)
  const demo = await readDemo(context.get(platformContext), context.get(samplesContext))
  const loaderData = { ...demo, roadmap, planned, crisis: numbersOf(resources.crisis.lines) }
  return data(loaderData, demo.failed ? 503 : 200)
}

/** The first page loads all data. */
export const shouldRevalidate = () => false

const links = [
  { href: href('/demo/home'), label: 'Home' },
  { href: href('/demo/glossary'), label: 'Glossary' },
  { href: href('/demo/connections'), label: 'Connections' },
  { href: href('/demo/favorites'), label: 'Favorites' },
  { href: href('/demo/settings'), label: 'Settings' },
  { href: href('/demo/coming_soon'), label: 'Coming Soon' },
]

/** Specification point 2, "Demo area /demo". */
const user = 'Username'
const disabledReason = 'Available once beta begins'

export default function DemoLayout({ loaderData: { terms, crisis } }: Route.ComponentProps) {
  const root = useRouteLoaderData('root') as RootData | undefined
  if (!root) return null
  const index = searchIndexOf(
    terms.map((term) => ({ ...term, definition: firstSentence(term.definition) })),
    crisis,
  )
  return (
    <DisabledReason value={disabledReason}>
      <DialogQuickHide value={<QuickHide {...root.quickHide} inDialog />}>
        <SiteLayout
          root={root}
          menu={{ user, links, footer: <Logout /> }}
          search={
            <>
              <HeaderSearch action={href('/demo/glossary')} disabled className="lg:hidden" />
              <HeaderSearch action={href('/demo/glossary')} samples={index} className="max-lg:hidden" />
            </>
          }
          sidebar={
            <Sidebar heading={user} links={links}>
              <TourButton />
              <Logout />
            </Sidebar>
          }
        >
          <Outlet />
          <SmallScreenMessage />
          <RouteChange />
        </SiteLayout>
      </DialogQuickHide>
    </DisabledReason>
  )
}
