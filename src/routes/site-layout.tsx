import type { ReactNode } from 'react'
import { href, useLocation } from 'react-router'
import { HeaderSearch } from '../domains/glossary/ui/header-search.tsx'
import { QuickHide, QuickHideTip, ShortcutSwitch } from '../ui/quick-hide/quick-hide.tsx'
import { Footer } from '../ui/shell/footer.tsx'
import { Header, SkipLink } from '../ui/shell/header.tsx'
import { type MenuLink, MenuPanel } from '../ui/shell/menu-panel.tsx'
import { ThemeSwitch } from '../ui/theme-switch/theme-switch.tsx'
import * as messages from './messages.en.yaml'
import type { RootData } from './page-context.ts'

const publicLinks = (): MenuLink[] => [
  { href: '/', label: messages.home() },
  { href: href('/glossary'), label: messages.glossary() },
  { href: href('/mission'), label: messages.mission() },
  { href: href('/resources'), label: messages.resources() },
  { href: href('/contact'), label: messages.contact() },
  { href: href('/demo/home'), label: messages.demo() },
]

/** These pages hide the beta notice. */
const contentPaths = /^\/(?:glossary|dashboard)/

type SiteLayoutProps = {
  root: RootData
  /** In the demo. */
  search?: ReactNode
  /** In the private area and the demo. */
  menu?: { user: string; links: MenuLink[]; footer: ReactNode }
  /** Outside `main`, so focus moves past it. */
  sidebar?: ReactNode
  children: ReactNode
}

export function SiteLayout({ root, menu, sidebar, search, children }: SiteLayoutProps) {
  const { pathname } = useLocation()
  const listPath = pathname.startsWith(href('/dashboard')) ? href('/dashboard/glossary') : href('/glossary')
  const account = (
    <>
      <a href={href('/auth-test')} className="btn if-out">
        {messages.logIn()}
      </a>
      <a href={href('/dashboard')} className="btn if-in">
        {messages.dashboard()}
      </a>
    </>
  )
  const main = (
    <main id="main" tabIndex={-1}>
      {children}
    </main>
  )
  return (
    <>
      <QuickHide {...root.quickHide} />
      <SkipLink />
      <Header name={root.site.name} search={search ?? <HeaderSearch action={listPath} />} action={account} />
      <QuickHideTip />
      <MenuPanel
        name={root.site.name}
        links={menu?.links ?? publicLinks()}
        user={menu?.user}
        path={pathname}
        quickHide={<QuickHide {...root.quickHide} inDialog />}
      >
        {menu?.footer ?? account}
      </MenuPanel>
      {sidebar ? (
        <div className="wrap with-sidebar">
          {sidebar}
          {main}
        </div>
      ) : (
        main
      )}
      <Footer site={root.site} beta={!contentPaths.test(pathname)}>
        {/* Settings has its own; screen readers could not tell two apart. */}
        {pathname !== href('/dashboard/settings') && <ThemeSwitch />}
        <ShortcutSwitch />
      </Footer>
    </>
  )
}
