import { QuickHide } from '../quick-hide/quick-hide.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { MenuPanel } from './menu-panel.tsx'
import { Sidebar } from './sidebar.tsx'
import { SocialIcon } from './social-icon.tsx'
import { socialIcons } from './social-icons.ts'

const links = [
  { href: '/dashboard', label: 'Home' },
  { href: '/dev/components', label: 'Components' },
  { href: '/glossary', label: 'A page with a name that takes two lines in a narrow menu' },
]

const site = {
  name: 'Unfog',
  built_by: 'Built by survivors.',
  beta_notice: 'This site is in beta.',
  copyright_year: 2026,
  social: Object.entries(socialIcons).map(([name, icon]) => ({ name, url: 'https://example.org', icon })),
}

export const examples = {
  'Header, with the menu': () => (
    <>
      <Header
        name="Unfog"
        search={<span className="text-muted">The search</span>}
        action={
          <a href="/auth-test" className="btn">
            Log In
          </a>
        }
      />
      <MenuPanel
        name="Unfog"
        user="Someone with a very long name"
        links={links}
        path="/dev/components"
        quickHide={<QuickHide href="/" fallback="/" inDialog />}
      >
        <button type="button" className="btn btn-quiet">
          Logout
        </button>
      </MenuPanel>
    </>
  ),
  'Sidebar, on wide screens': () => (
    <Sidebar heading="Someone" links={links}>
      <button type="button" className="btn btn-quiet">
        Logout
      </button>
    </Sidebar>
  ),
  'Social icons': () => (
    <div className="flex gap-4">
      {site.social.map(({ name, icon }) => (
        <SocialIcon key={name} path={icon} />
      ))}
    </div>
  ),
  Footer: () => (
    <Footer site={site} beta>
      <span>What an area adds.</span>
    </Footer>
  ),
}
