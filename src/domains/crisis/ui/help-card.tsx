import { href } from 'react-router'
import { OutwardLink } from '../../../ui/outward-link/outward-link.tsx'
import { QuickHide } from '../../../ui/quick-hide/quick-hide.tsx'
import type { Help } from '../help-lines.contract.ts'
import * as messages from '../messages.en.yaml'

type HelpCardProps = {
  help: Help | undefined
  quickHide: { href: string; fallback: string } | undefined
  /** Whether it appears while the user types. */
  announced?: boolean
}

/** Asks nothing, and advises neither leaving nor staying, as in crisis-card.client.ts. */
export function HelpCard({ help, quickHide, announced = false }: HelpCardProps) {
  if (!help) return false
  const dangers = help.dangers.join(' ')
  return (
    <section className="card help-card grid gap-3" aria-labelledby="help">
      <div role={announced ? 'alert' : undefined}>
        <h2 id="help" className="text-xl">
          {messages.reachSomeone()}
        </h2>
      </div>
      {quickHide && <QuickHide {...quickHide} className="quick-hide-inline" />}
      {/* The key makes a new element, which its script fills, for other dangers. */}
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: empty, so that React keeps what the element writes into it, also before hydration */}
      <help-lines key={dangers} data-dangers={dangers} dangerouslySetInnerHTML={{ __html: '' }} />
      <ul className="help-lines">
        {help.lines.map(({ name, limits, links }) => (
          <li key={name}>
            <span>{name} </span>
            {links.map(({ href, label }) =>
              href.startsWith('https:') ? (
                <OutwardLink key={href} href={href} className="chip">
                  {label}
                </OutwardLink>
              ) : (
                <a key={href} href={href} className="chip">
                  {label}
                </a>
              ),
            )}
            {limits && <span className="text-muted">{limits}</span>}
          </li>
        ))}
      </ul>
      <p>{help.text}</p>
      <a href={href('/resources')} className="help-more">
        {messages.allNumbers()}
      </a>
    </section>
  )
}
