import { href } from 'react-router'
import type { Danger } from '../../safety/danger.contract.ts'
import * as messages from '../messages.en.yaml'
import type { Resources } from '../resources.contract.ts'
import { Prose } from './prose.tsx'

/**
 * Asks nothing, and advises neither leaving nor staying, as in glossary/search/crisis-card.client.ts.
 * @param role `alert` where it appears while the user types
 */
export function helpFor(dangers: readonly Danger[], { text, lines }: Resources['crisis'], role?: 'alert') {
  if (dangers.length === 0) return false
  const shown = lines.filter(
    ({ for: covered }) => !covered || covered.some((danger) => dangers.includes(danger)),
  )
  return (
    <section className="card grid gap-3" aria-labelledby="help">
      <div role={role}>
        <h2 id="help" className="text-xl">
          {messages.reachSomeone()}
        </h2>
      </div>
      <ul className="grid gap-3">
        {shown.map(({ name, number, country, sms }) => (
          <li key={number} className="flex flex-wrap items-center gap-x-4 gap-y-2">
            <a
              href={`tel:${number.replaceAll(/\D/g, '')}`}
              className="inline-flex items-center gap-2 min-h-8 text-2xl strong"
            >
              {number}
            </a>
            <span>
              {name.replace(`${number} `, '')} <span className="badge">{country}</span>
            </span>
            {sms && (
              <a href={`sms:${sms}`} className="inline-flex items-center gap-2 min-h-8">
                {messages.textNumber({ number: sms })}
              </a>
            )}
          </li>
        ))}
      </ul>
      <p>
        <Prose>{text}</Prose>
      </p>
      <p>
        <a href={href('/resources')}>{messages.allNumbers()}</a>
      </p>
    </section>
  )
}
