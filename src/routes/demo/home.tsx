import { href, Link } from 'react-router'
import type { ActivityEvent } from '../../domains/account/activity.contract.ts'
import { Overview } from '../../domains/account/ui/overview.tsx'
import { TermOfTheDay } from '../../domains/glossary/ui/term-of-the-day.tsx'
import { DisabledButton } from '../../ui/disabled-button/disabled-button.tsx'
import { useDemo } from './use-demo-data.ts'

export const meta = () => [{ title: 'Home' }, { name: 'robots', content: 'noindex' }]

const hrefOf = ({ kind }: ActivityEvent) =>
  kind === 'connection' ? href('/demo/connections') : href('/demo/favorites')

export default function DemoHome() {
  const { today, activity, days_active } = useDemo()
  return (
    <div className="grid gap-8">
      <div className="grid gap-3">
        <h1>Welcome back, Username</h1>
        <p className="lede">
          This is a demo with sample data. Look around as you like: nothing is saved, and nobody’s story is
          told here.
        </p>
      </div>
      <Overview
        activity={activity}
        daysActive={days_active}
        base={href('/demo')}
        hrefOf={hrefOf}
        actions={
          <>
            <DisabledButton className="btn">Write New Connection</DisabledButton>
            <Link to={href('/demo/glossary')} className="btn btn-quiet">
              Explore New Terms
            </Link>
            <Link to={href('/demo/favorites')} className="btn btn-quiet">
              Review Favorites
            </Link>
          </>
        }
      />
      <TermOfTheDay term={today} />
    </div>
  )
}
