import type { ReactNode } from 'react'
import { href } from 'react-router'
import { OutwardLink } from '../outward-link/outward-link.tsx'
import { SocialIcon } from './social-icon.tsx'

const columns = [
  {
    title: 'Product',
    links: [
      { href: href('/demo/home'), label: 'Demo' },
      { href: href('/glossary'), label: 'Glossary' },
    ],
  },
  {
    title: 'Support',
    links: [
      { href: href('/mission'), label: 'Mission' },
      { href: href('/resources'), label: 'Resources' },
      { href: href('/contact'), label: 'Contact' },
      { href: href('/disclaimers'), label: 'Disclaimers' },
      { href: href('/staying-safe'), label: 'Staying safe' },
    ],
  },
  {
    title: 'Legal',
    links: [
      { href: href('/terms'), label: 'Terms' },
      { href: href('/privacy'), label: 'Privacy' },
      { href: href('/licenses'), label: 'Licenses' },
    ],
  },
]

type Site = {
  name: string
  built_by: string
  beta_notice: string
  source_url?: string | undefined
  copyright_year: number
  social: { name: string; url: string }[]
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
            <nav key={title} aria-label={title}>
              <p className="strong mb-2">{title}</p>
              <ul className="grid gap-1">
                {links.map(({ href, label }) => (
                  <li key={href}>
                    <a href={href} className="site-footer-link">
                      {label}
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
            {`© ${site.copyright_year} ${site.name}. `}
            {site.source_url ? (
              <OutwardLink href={site.source_url}>Source code</OutwardLink>
            ) : (
              <a href={href('/source')}>Source code</a>
            )}
            {' (AGPL-3.0); words of the glossary CC BY-SA 4.0.'}
          </p>
          <ul className="flex flex-wrap gap-2">
            {site.social.map(({ name, url }) => (
              <li key={name}>
                <OutwardLink href={url} className="site-footer-icon">
                  <SocialIcon name={name} />
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
