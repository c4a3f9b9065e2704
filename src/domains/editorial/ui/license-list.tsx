import { href } from 'react-router'
import { OutwardLink } from '../../../ui/outward-link/outward-link.tsx'
import type { License } from '../editorial.contract.ts'
import * as messages from '../messages.en.yaml'

export function LicenseList({ licenses, source }: { licenses: License[]; source?: string | undefined }) {
  return (
    <article className="wrap narrow grid gap-8 pt-10">
      <h1>{messages.licenses()}</h1>
      <p className="lede">
        {messages.licensesLede({
          source: (text) =>
            source ? <OutwardLink href={source}>{text}</OutwardLink> : <a href={href('/source')}>{text}</a>,
        })}
      </p>
      {licenses.map(({ packages, identifier, text }) => (
        <section key={packages[0]} className="grid gap-2">
          <p className="strong">{`${packages.join(', ')} (${identifier})`}</p>
          <p className="license">{text}</p>
        </section>
      ))}
    </article>
  )
}
