import { href, Link } from 'react-router'
import type { ActivityEvent } from '../../domains/account/activity.contract.ts'
import { Overview } from '../../domains/account/ui/overview.tsx'
import { TermOfTheDay } from '../../domains/glossary/ui/term-of-the-day.tsx'
import { DisabledButton } from '../../ui/disabled-button/disabled-button.tsx'
import * as messages from './messages.en.yaml'
import { useDemo } from './use-demo-data.ts'

export const meta = () => [{ title: messages.home() }, { name: 'robots', content: 'noindex' }]

const hrefOf = ({ kind }: ActivityEvent) =>
  kind === 'connection' ? href('/demo/connections') : href('/demo/favorites')

export default function DemoHome() {
  const { today, activity, days_active } = useDemo()
  return (
    <div className="grid gap-8">
      <div className="grid gap-3">
        <h1>{messages.welcomeBack()}</h1>
        <p className="lede">{messages.lede()}</p>
      </div>
      <Overview
        activity={activity}
        daysActive={days_active}
        base={href('/demo')}
        hrefOf={hrefOf}
        actions={
          <>
            <DisabledButton className="btn">{messages.writeNewConnection()}</DisabledButton>
            <Link to={href('/demo/glossary')} className="btn btn-quiet">
              {messages.exploreNewTerms()}
            </Link>
            <Link to={href('/demo/favorites')} className="btn btn-quiet">
              {messages.reviewFavorites()}
            </Link>
          </>
        }
      />
      <TermOfTheDay term={today} />
    </div>
  )
}
