import type { MetaFunction } from 'react-router'

// A neutral title: the tab and the history may be seen by somebody else.
export const meta: MetaFunction = () => [{ title: 'Home' }, { name: 'robots', content: 'noindex' }]

/** The private area's first page, until its rooms are built. */
export default function DashboardHome() {
  return (
    <div className="grid justify-items-start gap-5">
      <h1>Welcome back, there</h1>
      <p className="lede">
        You are signed in. Favorites and Connections are still being built; the glossary is ready to read.
      </p>
      <div className="flex flex-wrap gap-3">
        <a href="/glossary" className="btn">
          Explore New Terms
        </a>
        <a href="/dashboard/settings" className="btn btn-quiet">
          Settings
        </a>
      </div>
    </div>
  )
}
