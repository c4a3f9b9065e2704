import { Phone } from 'lucide-react'
import { OutwardLink } from '../../../ui/outward-link/outward-link.tsx'
import * as messages from '../messages.en.yaml'
import type { CrisisLine, Resources } from '../resources.contract.ts'
import { headingId } from '../texts.rules.ts'
import { Blocks, Prose } from './prose.tsx'

export function ResourceList({ resources }: { resources: Resources }) {
  const { title, lede, crisis, groups, safely } = resources
  return (
    <>
      <nav aria-label={messages.onThisPage()} className="bg-sunk py-3">
        <ul className="wrap flex flex-wrap gap-3">
          {[crisis, ...groups, safely].map(({ heading }) => (
            <li key={heading}>
              <a href={`#${headingId(heading)}`} className="chip">
                {heading}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div className="wrap grid gap-6 pt-10">
        <h1>{title}</h1>
        <p className="lede">
          <Prose>{lede}</Prose>
        </p>
        <Part heading={crisis.heading}>
          <p className="max-w-prose">
            <Prose>{crisis.text}</Prose>
          </p>
          <ul className="cards">
            {crisis.lines.map((line) => (
              <Line key={line.number} {...line} />
            ))}
          </ul>
        </Part>
        {groups.map(({ heading, places }) => (
          <Part key={heading} heading={heading}>
            <ul className="cards">
              {places.map(({ name, url, text }) => (
                <li key={url}>
                  <OutwardLink href={url} className="strong">
                    {name}
                  </OutwardLink>{' '}
                  <span className="text-muted">{new URL(url).host.replace(/^www\./, '')}</span>
                  <p>
                    <Prose>{text}</Prose>
                  </p>
                </li>
              ))}
            </ul>
          </Part>
        ))}
        <Part heading={safely.heading}>
          <div className="grid gap-4 max-w-prose">
            <Blocks of={safely.text} />
          </div>
        </Part>
      </div>
    </>
  )
}

function Part({ heading, children }: { heading: string; children: React.ReactNode }) {
  return (
    <section className="grid gap-4 pt-8" aria-labelledby={headingId(heading)}>
      <h2 id={headingId(heading)}>{heading}</h2>
      {children}
    </section>
  )
}

/** One tap on the number calls. */
function Line({ name, number, country, hours, text, sms }: CrisisLine) {
  return (
    <li className="card">
      <h3>
        {name} <span className="badge">{country}</span>
      </h3>
      <a
        href={`tel:${number.replaceAll(/\D/g, '')}`}
        className="inline-flex items-center gap-2 min-h-8 text-2xl strong"
      >
        <Phone className="icon no-print" aria-hidden="true" />
        {number}
      </a>
      {sms && (
        <p>
          <a href={`sms:${sms}`}>{messages.textNumber({ number: sms })}</a>
        </p>
      )}
      {hours && <p className="text-muted">{hours}</p>}
      <p>
        <Prose>{text}</Prose>
      </p>
    </li>
  )
}
