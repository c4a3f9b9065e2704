import type { ReactNode } from 'react'
import { href } from 'react-router'
import * as messages from '../messages.en.yaml'
import { OutwardLink } from '../outward-link/outward-link.tsx'
import { SocialIcon } from './social-icon.tsx'

const columns = [
  {
    title: messages.product,
    links: [
      { href: href('/demo/home'), label: messages.demo },
      { href: href('/glossary'), label: messages.glossary },
    ],
  },
  {
    title: messages.support,
    links: [
      { href: href('/mission'), label: messages.mission },
      { href: href('/resources'), label: messages.resources },
      { href: href('/contact'), label: messages.contact },
      { href: href('/disclaimers'), label: messages.disclaimers },
      { href: href('/staying-safe'), label: messages.stayingSafe },
    ],
  },
  {
    title: messages.legal,
    links: [
      { href: href('/terms'), label: messages.terms },
      { href: href('/privacy'), label: messages.privacy },
      { href: href('/licenses'), label: messages.licenses },
    ],
  },
]

type Site = {
  name: string
  built_by: string
  beta_notice: string
  source_url?: string | undefined
  copyright_year: number
  social: { name: string; url: string; icon: string }[]
}

/** Specification point 2, "Footer". */
export function Footer({ site, beta, children }: { site: Site; beta: boolean; children: ReactNode }) {
  return (
    <footer className="site-footer">
      <div className="wrap grid gap-8">
        <div className="site-footer-columns">
          <div className="grid content-start gap-4 max-w-[16rem]">
            <p className="lede">{site.built_by}</p>
            {beta && <p className="text-muted">{site.beta_notice}</p>}
          </div>
          {columns.map(({ title, links }) => (
            <nav key={title()} aria-label={title()}>
              <p className="strong mb-2">{title()}</p>
              <ul className="grid gap-1">
                {links.map(({ href, label }) => (
                  <li key={href}>
                    <a href={href} className="site-footer-link">
                      {label()}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
        <div className="flex flex-wrap gap-x-8 gap-y-2">{children}</div>
        <div className="site-footer-last">
          <p>
            {messages.copyright({ year: site.copyright_year, site: site.name })}{' '}
            {site.source_url ? (
              <OutwardLink href={site.source_url}>{messages.sourceCode()}</OutwardLink>
            ) : (
              <a href={href('/source')}>{messages.sourceCode()}</a>
            )}{' '}
            {messages.sourceLicenses()}
          </p>
          <ul className="flex flex-wrap gap-2">
            {site.social.map(({ name, url, icon }) => (
              <li key={name}>
                <OutwardLink href={url} className="site-footer-icon">
                  <SocialIcon path={icon} />
                  <span className="visually-hidden">{name}</span>
                </OutwardLink>
              </li>
            ))}
          </ul>
        </div>
      </div>
    </footer>
  )
}
