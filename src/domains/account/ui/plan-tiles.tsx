import { useDisabledReason } from '../../../ui/disabled-button/disabled-button.tsx'
import { type Plan, plans, planWords } from '../../identity/accounts/plan.contract.ts'
import * as messages from '../messages.en.yaml'

type PlanTilesProps = {
  plan: Plan
  beta: boolean
  /** Overrides the area's reason. */
  reasons?: Partial<Record<Plan, string>>
}

/** Specification point 2. Disabled tiles stay focusable: screen readers read the reason. */
export function PlanTiles({ plan, beta, reasons = {} }: PlanTilesProps) {
  return (
    <div className="grid gap-4">
      <p>{beta ? messages.plansInBeta() : messages.plansFixed()}</p>
      <ul className="plans">
        {plans.map((each) => (
          <li key={each} className={each === plan ? 'plan plan-present' : 'plan'}>
            <Tile plan={each} current={each === plan} beta={beta} own={reasons[each]} />
          </li>
        ))}
      </ul>
    </div>
  )
}

type TileProps = { plan: Plan; current: boolean; beta: boolean; own: string | undefined }

function Tile({ plan, current, beta, own }: TileProps) {
  const { name, price, holds, upcoming } = planWords[plan]
  const reason = useDisabledReason()
  const why = upcoming ? messages.aiPlusUpcoming() : (own ?? reason)
  const whyId = `plan-${plan}-why`
  return (
    <>
      <button
        type="button"
        className="plan-tile"
        aria-disabled="true"
        aria-current={current || undefined}
        aria-describedby={whyId}
        title={why}
      >
        <span className="plan-name">
          {name()} {current && <span className="badge plan-yours">{messages.yourPlan()}</span>}
        </span>
        <span>{holds()}</span>
        {/* The price after the beta is undecided. */}
        {(plan !== 'journal' || beta) && <span className="plan-price">{price()}</span>}
      </button>
      <p id={whyId} className={current ? 'visually-hidden' : 'plan-why'}>
        {why}
      </p>
    </>
  )
}
