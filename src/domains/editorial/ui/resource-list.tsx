import { href } from 'react-router'
import { OutwardLink } from '../../../ui/outward-link/outward-link.tsx'
import type { Need } from '../../crisis/help-lines-by-need.contract.ts'
import type { HelpLine, HelpLines } from '../../crisis/help-lines-file.contract.ts'
import * as messages from '../messages.en.yaml'
import type { Resources } from '../resources.contract.ts'
import { headingId } from '../texts.rules.ts'
import { CallLink, formatMonth, HelpLineCard, HelpLineIcons } from './help-line-card.tsx'
import { NeedLinks } from './need-links.tsx'
import { Blocks, Prose } from './prose.tsx'

type CountryProps = HelpLines['countries'][number] & { lines: HelpLine[]; open: boolean }

/** The specification shows their numbers (point 9). */
const openCountries = 2

type ResourceListProps = { resources: Resources; helpLines: HelpLines; needs: Need[] }

export function ResourceList({ resources, helpLines, needs }: ResourceListProps) {
  const { title, lede, crisis, groups, safely } = resources
  const [oldest = ''] = helpLines.lines.map(({ checked }) => checked).sort()
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
        <HelpLineIcons />
        <h1>{title}</h1>
        <p className="lede">
          <Prose>{lede}</Prose>
        </p>
        <Part heading={crisis.heading}>
          <p className="max-w-prose">{helpLines.text}</p>
          <NeedLinks needs={needs} />
          {helpLines.countries.map((country, index) => (
            <Country
              key={country.code}
              {...country}
              lines={helpLines.lines.filter((line) => line.country === country.code)}
              open={index < openCountries}
            />
          ))}
          <p className="text-muted">
            {messages.checkedIn({
              month: formatMonth(oldest),
              contact: (text) => <a href={href('/contact')}>{text}</a>,
            })}
          </p>
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

function Country({ name, emergency, silent, note, lines, open }: CountryProps) {
  return (
    <details open={open}>
      <summary className="inline-flex items-center gap-2 py-3 text-xl strong">
        {name}{' '}
        <svg viewBox="0 0 24 24" className="icon" aria-hidden="true">
          <use href="#chevron-down" />
        </svg>
      </summary>
      <ul className="cards">
        <li className="card">
          <h3>{messages.emergencyServices()}</h3>
          <CallLink number={emergency} />
          {silent && <p>{messages.silentCall()}</p>}
          {note && <p>{note}</p>}
        </li>
        {lines.map((line) => (
          <HelpLineCard key={line.name} {...line} />
        ))}
      </ul>
    </details>
  )
}
