import { href } from 'react-router'
import { OutwardLink } from '../../ui/outward-link/outward-link.tsx'
import { describePage, publicHeaders } from '../meta.ts'
import { sourceArchiveContext } from '../request-context.ts'
import type { Route } from './+types/source.ts'
import * as messages from './messages.en.yaml'

export const loader = ({ context }: Route.LoaderArgs) => ({ bytes: context.get(sourceArchiveContext)?.bytes })

export const headers = () => publicHeaders

export const meta: Route.MetaFunction = ({ matches }) =>
  describePage(matches, {
    title: messages.sourceCode(),
    description: messages.sourceDescription(),
    path: href('/source'),
  })

/** AGPL-3.0, section 13. */
export default function SourcePage({ loaderData: { bytes } }: Route.ComponentProps) {
  return (
    <article className="wrap narrow grid gap-5 pt-10">
      <h1>{messages.sourceCode()}</h1>
      <p className="lede">
        {messages.sourceLicenses({
          agpl: (text) => <OutwardLink href="https://www.gnu.org/licenses/agpl-3.0.html">{text}</OutwardLink>,
          cc: (text) => (
            <OutwardLink href="https://creativecommons.org/licenses/by-sa/4.0/">{text}</OutwardLink>
          ),
        })}
      </p>
      {bytes ? (
        <>
          <p>
            {messages.sourceArchive({
              megabytes: bytes / 1_000_000,
              archive: (text) => (
                <a href="/source.tar.gz" download>
                  {text}
                </a>
              ),
            })}
          </p>
          <p>{messages.sourceHolds()}</p>
          <p>{messages.sourceReadme()}</p>
        </>
      ) : (
        <p>{messages.sourceInDevelopment()}</p>
      )}
    </article>
  )
}
