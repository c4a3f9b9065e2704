import { data, href, Outlet, useRouteLoaderData } from 'react-router'
import { readDemo } from '../../domains/demo/demo.reads.server.ts'
import { SmallScreenMessage } from '../../domains/demo/ui/small-screen-message.tsx'
import { TourButton } from '../../domains/demo/ui/tour-button.tsx'
import { searchIndexOf } from '../../domains/glossary/search/search.contract.ts'
import { firstSentence } from '../../domains/glossary/search/search.rules.ts'
import { HeaderSearch } from '../../domains/glossary/ui/header-search.tsx'
import { DialogQuickHide } from '../../ui/dialog/dialog.tsx'
import { DisabledReason } from '../../ui/disabled-button/disabled-button.tsx'
import { QuickHide } from '../../ui/quick-hide/quick-hide.tsx'
import type { MenuLink } from '../../ui/shell/menu-panel.tsx'
import { RouteChange } from '../../ui/shell/route-change.tsx'
import { Sidebar } from '../../ui/shell/sidebar.tsx'
import { platformContext, type RootData, samplesContext, siteContext } from '../page-context.ts'
import '../../ui/private.css'
import '../../ui/tour.css'
import { SiteLayout } from '../site-layout.tsx'
import type { Route } from './+types/layout.ts'
import { Logout } from './disabled-controls.tsx'
import * as messages from './messages.en.yaml'

/** Hydrated, without account code (docs/decisions/015). Titles are neutral (safety point 12). */
export const handle = { interactive: true, demo: true }

export { ErrorBoundary } from '../error-boundary.tsx'

export async function loader({ context }: Route.LoaderArgs) {
  const { roadmap, planned } = context.get(siteContext)
  const demo = await readDemo(context.get(platformContext), context.get(samplesContext))
  const loaderData = { ...demo, roadmap, planned }
  return data(loaderData, demo.failed ? 503 : 200)
}

/** The first page loads all data. */
export const shouldRevalidate = () => false

const links = (): MenuLink[] => [
  { href: href('/demo/home'), label: messages.home() },
  { href: href('/demo/glossary'), label: messages.glossary() },
  { href: href('/demo/connections'), label: messages.connections() },
  { href: href('/demo/favorites'), label: messages.favorites() },
  { href: href('/demo/settings'), label: messages.settings() },
  { href: href('/demo/coming_soon'), label: messages.comingSoon() },
]

export default function DemoLayout({ loaderData: { terms } }: Route.ComponentProps) {
  const root = useRouteLoaderData('root') as RootData | undefined
  if (!root) return null
  const index = searchIndexOf(terms.map((term) => ({ ...term, definition: firstSentence(term.definition) })))
  return (
    <DisabledReason value={messages.disabledReason()}>
      <DialogQuickHide value={<QuickHide {...root.quickHide} inDialog />}>
        <SiteLayout
          root={root}
          menu={{ user: messages.user(), links: links(), footer: <Logout /> }}
          search={
            <>
              <HeaderSearch action={href('/demo/glossary')} disabled className="lg:hidden" />
              <HeaderSearch action={href('/demo/glossary')} samples={index} className="max-lg:hidden" />
            </>
          }
          sidebar={
            <Sidebar heading={messages.user()} links={links()}>
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
