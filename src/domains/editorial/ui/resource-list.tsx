import { ChevronDown, Phone } from 'lucide-react'
import { href } from 'react-router'
import { language } from '../../../platform/language.ts'
import { OutwardLink } from '../../../ui/outward-link/outward-link.tsx'
import { limitsOf, linksOf } from '../../crisis/help-lines.contract.ts'
import type { HelpLine, HelpLines } from '../../crisis/help-lines-file.contract.ts'
import * as messages from '../messages.en.yaml'
import type { Resources } from '../resources.contract.ts'
import { headingId } from '../texts.rules.ts'
import { Blocks, Prose } from './prose.tsx'

type CountryProps = HelpLines['countries'][number] & { lines: HelpLine[]; open: boolean }

/** The specification shows their numbers (point 9). */
const openCountries = 2

export function ResourceList({ resources, helpLines }: { resources: Resources; helpLines: HelpLines }) {
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
          <p className="max-w-prose">{helpLines.text}</p>
          {helpLines.countries.map((country, index) => (
            <Country
              key={country.code}
              {...country}
              lines={helpLines.lines.filter((line) => line.country === country.code)}
              open={index < openCountries}
            />
          ))}
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

function Country({ code, name, emergency, silent, note, lines, open }: CountryProps) {
  const [oldest = ''] = lines.map(({ checked }) => checked).sort()
  return (
    <details open={open} id={`country-${code.toLowerCase()}`}>
      <summary className="inline-flex items-center gap-2 py-3 text-xl strong">
        {name} <ChevronDown className="icon" aria-hidden="true" />
      </summary>
      <ul className="cards">
        <li className="card">
          <h3>{messages.emergencyServices()}</h3>
          <CallLink number={emergency} />
          {silent && <p>{messages.silentCall()}</p>}
          {note && <p>{note}</p>}
        </li>
        {lines.map((line) => (
          <Line key={line.name} {...line} />
        ))}
      </ul>
      <p className="mt-3 text-muted">
        {messages.checkedIn({
          month: formatMonth(oldest),
          contact: (text) => <a href={href('/contact')}>{text}</a>,
        })}
      </p>
    </details>
  )
}

/** One tap calls. */
function CallLink({ number }: { number: string }) {
  const [call] = linksOf({ number })
  return (
    <a href={call?.href} className="inline-flex items-center gap-2 min-h-8 text-2xl strong">
      <Phone className="icon no-print" aria-hidden="true" />
      {number}
    </a>
  )
}

function Line(line: HelpLine) {
  const { name, number, text, ...others } = line
  const limits = limitsOf(line)
  return (
    <li className="card">
      <h3>{name}</h3>
      {number && <CallLink number={number} />}
      {linksOf(others).map((link) => (
        <p key={link.href}>
          {link.href.startsWith('https:') ? (
            <OutwardLink href={link.href}>{link.label}</OutwardLink>
          ) : (
            <a href={link.href}>{link.label}</a>
          )}
        </p>
      ))}
      {limits && <p className="text-muted">{limits}</p>}
      <p>{text}</p>
    </li>
  )
}

/** @param month as in `2026-11` */
const formatMonth = (month: string) =>
  new Intl.DateTimeFormat(language(), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(month),
  )
