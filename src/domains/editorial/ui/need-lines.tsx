import { href } from 'react-router'
import type { Need, NeedPage } from '../../crisis/help-lines-by-need.contract.ts'
import * as messages from '../messages.en.yaml'
import { CallLink, HelpLineCard, HelpLineIcons } from './help-line-card.tsx'
import { NeedLinks } from './need-links.tsx'

type NeedLinesProps = NeedPage & { code: string; needs: Need[]; safely: string }

/** @param safely the fragment id of the advice on calling safely, under Resources */
export function NeedLines({ code, title, text, countries, needs, safely }: NeedLinesProps) {
  return (
    <div className="wrap grid gap-6 pt-10">
      <HelpLineIcons />
      <h1>{title}</h1>
      <p className="lede">{text}</p>
      <div>
        <p>{messages.phoneBill()}</p>
        <p>
          <a href={`${href('/resources')}#${safely}`}>{messages.lookSafely()}</a>
        </p>
        <p>
          <a href={href('/resources')}>{messages.allNumbers()}</a>
        </p>
      </div>
      {countries.map((country) => (
        <Country key={country.code} {...country} />
      ))}
      <p className="max-w-prose text-muted">
        {messages.comparedWithPages({ contact: (words) => <a href={href('/contact')}>{words}</a> })}
      </p>
      <NeedLinks needs={needs} current={code} />
    </div>
  )
}

function Country({ code, name, emergency, lines }: NeedPage['countries'][number]) {
  const id = `country-${code.toLowerCase()}`
  return (
    <section className="grid gap-4 pt-4" aria-labelledby={id}>
      <h2 id={id}>{code === 'XX' ? messages.inAnyCountry() : name}</h2>
      {code !== 'XX' && (
        <div>
          <p>{messages.emergencyServices()}</p>
          <CallLink number={emergency} />
        </div>
      )}
      <ul className="cards">
        {lines.map((line) => (
          <HelpLineCard key={line.name} {...line} detailed />
        ))}
      </ul>
    </section>
  )
}
