import { ChevronDown, Phone } from 'lucide-react'
import { language } from '../../../platform/language.ts'
import { OutwardLink } from '../../../ui/outward-link/outward-link.tsx'
import { limitsOf, linksOf } from '../../crisis/help-lines.contract.ts'
import type { LineOfNeed } from '../../crisis/help-lines-by-need.contract.ts'
import * as messages from '../messages.en.yaml'

/** @param detailed also says what costs nothing, what answers at all hours, and when the line was checked */
export function HelpLineCard({ detailed = false, ...line }: LineOfNeed & { detailed?: boolean }) {
  const { name, number, video, text, cost, hours, checked, ...others } = line
  // The hours of a chat may be others.
  const means = number ? 'phone' : video ? 'video' : line.sms && 'text'
  const allHours = detailed && means && !hours && messages.atAllHours({ means })
  const limits = [limitsOf(line), allHours, cost].filter(Boolean).join(' · ')
  return (
    <li className="card">
      <h3>{name}</h3>
      {number && <CallLink number={number} />}
      {video && (
        <p>
          <a href={linksOf({ number: video })[0]?.href}>{messages.videophone({ number: video })}</a>
        </p>
      )}
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
      {detailed && <p className="text-muted">{messages.checkedInMonth({ month: formatMonth(checked) })}</p>}
    </li>
  )
}

/** Inlined in each card they would take 300 bytes, even when compressed. */
export function HelpLineIcons() {
  return (
    <div hidden>
      <Phone id="phone" />
      <ChevronDown id="chevron-down" />
    </div>
  )
}

/** One tap calls. Needs `HelpLineIcons`. */
export function CallLink({ number }: { number: string }) {
  const [call] = linksOf({ number })
  return (
    <a href={call?.href} className="inline-flex items-center gap-2 min-h-10 text-2xl strong">
      <svg viewBox="0 0 24 24" className="icon no-print" aria-hidden="true">
        <use href="#phone" />
      </svg>
      {number}
    </a>
  )
}

/** @param month as in `2026-11` */
export const formatMonth = (month: string) =>
  new Intl.DateTimeFormat(language(), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(month),
  )
