import type { Stage } from '../editorial.contract.ts'
import * as messages from '../messages.en.yaml'

export function Roadmap({ stages }: { stages: Stage[] }) {
  return (
    <ol className="roadmap">
      {stages.map(({ stage, items, now }) => (
        <li key={stage} className="stage" aria-current={now && 'step'}>
          <h3 className="stage-name">
            {stage} {now && <span className="badge stage-now">{messages.now()}</span>}
          </h3>
          <ul className="stage-items">
            {items.map((item) =>
              typeof item === 'string' ? (
                <li key={item}>{item}</li>
              ) : (
                <li key={item.text}>
                  {item.text} <span className="stage-here">{messages.hereNow()}</span>
                </li>
              ),
            )}
          </ul>
        </li>
      ))}
    </ol>
  )
}
