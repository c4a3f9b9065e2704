import type { Stage } from '../editorial.contract.ts'

export function Roadmap({ stages }: { stages: Stage[] }) {
  return (
    <ol className="roadmap">
      {stages.map(({ stage, items, now }) => (
        <li key={stage} className="stage" aria-current={now && 'step'}>
          <h3 className="stage-name">
            {stage} {now && <span className="badge stage-now">Now</span>}
          </h3>
          <ul className="stage-items">
            {items.map((item) =>
              typeof item === 'string' ? (
                <li key={item}>{item}</li>
              ) : (
                <li key={item.text}>
                  {item.text} <span className="stage-here">Here now</span>
                </li>
              ),
            )}
          </ul>
        </li>
      ))}
    </ol>
  )
}
