import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { HeaderSearch } from '../domains/glossary/ui/header-search.tsx'
import { QuickHide, QuickHideTip, ShortcutSwitch } from '../ui/quick-hide/quick-hide.tsx'
import { Footer } from '../ui/shell/footer.tsx'
import { Header, SkipLink } from '../ui/shell/header.tsx'
import { type MenuLink, MenuPanel } from '../ui/shell/menu-panel.tsx'
import { ThemeSwitch } from '../ui/theme-switch/theme-switch.tsx'
import type { RootData } from './page-context.ts'

const publicLinks = [
  { href: '/', label: 'Home' },
  { href: '/glossary', label: 'Glossary' },
  { href: '/mission', label: 'Mission' },
  { href: '/resources', label: 'Resources' },
  { href: '/contact', label: 'Contact' },
  { href: '/demo/home', label: 'Demo' },
]

/** Where people read or write; the other pages are about the product, and say at their foot how far it is. */
const ofWords = /^\/(?:glossary|dashboard)/

/** The frame of every page: Quick Hide first, then the skip link, header, tip, text and footer. */
export function SiteFrame({
  root,
  menu,
  sidebar,
  search,
  children,
}: {
  root: RootData
  /** The demo's header has a search of its own. */
  search?: ReactNode
  /** What the menu panel holds in an area of its own. */
  menu?: { user: string; links: MenuLink[]; foot: ReactNode }
  /** What stands beside the text there: not in it, so that the skip link and each change of pages lead past it. */
  sidebar?: ReactNode
  children: ReactNode
}) {
  const { pathname } = useLocation()
  const list = pathname.startsWith('/dashboard') ? '/dashboard/glossary' : '/glossary'
  const logIn = (
    <>
      <a href="/auth-test" className="btn if-out">
        Log In
      </a>
      <a href="/dashboard" className="btn if-in">
        Dashboard
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
      <Header name={root.site.name} search={search ?? <HeaderSearch action={list} />} action={logIn} />
      <QuickHideTip />
      <MenuPanel
        name={root.site.name}
        links={menu?.links ?? publicLinks}
        user={menu?.user}
        path={pathname}
        quickHide={<QuickHide {...root.quickHide} inDialog />}
      >
        {menu?.foot ?? logIn}
      </MenuPanel>
      {sidebar ? (
        <div className="wrap with-sidebar">
          {sidebar}
          {main}
        </div>
      ) : (
        main
      )}
      <Footer site={root.site} beta={!ofWords.test(pathname)}>
        {/* Settings has it in the page (device-choices.tsx): two groups of one name could not be told apart by ear. */}
        {pathname !== '/dashboard/settings' && <ThemeSwitch />}
        <ShortcutSwitch />
      </Footer>
    </>
  )
}
