import { href } from 'react-router'
import { OutwardLink } from '../../../ui/outward-link/outward-link.tsx'
import type { License } from '../editorial.contract.ts'

export function LicenseList({ licenses, source }: { licenses: License[]; source?: string | undefined }) {
  return (
    <article className="wrap narrow grid gap-8 pt-10">
      <h1>Licenses</h1>
      <p className="lede">
        You may use the{' '}
        {source ? (
          <OutwardLink href={source}>code of this site</OutwardLink>
        ) : (
          <a href={href('/source')}>code of this site</a>
        )}{' '}
        under the AGPL-3.0, and the words of its glossary under CC BY-SA 4.0. It is built on the work of many
        people. These are the terms they share it under.
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
