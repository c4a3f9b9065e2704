import { href } from 'react-router'
import { OutwardLink } from '../../ui/outward-link/outward-link.tsx'
import { describePage, publicHeaders } from '../meta.ts'
import { sourceArchiveContext } from '../request-context.ts'
import type { Route } from './+types/source.ts'

export const loader = ({ context }: Route.LoaderArgs) => ({ bytes: context.get(sourceArchiveContext)?.bytes })

export const headers = () => publicHeaders

export const meta: Route.MetaFunction = ({ matches }) =>
  describePage(matches, {
    title: 'Source code',
    description: 'The source code of this site, as it runs, for you to read, use, change and share.',
    path: href('/source'),
  })

/** AGPL-3.0, section 13. */
export default function SourcePage({ loaderData: { bytes } }: Route.ComponentProps) {
  return (
    <article className="wrap narrow grid gap-5 pt-10">
      <h1>Source code</h1>
      <p className="lede">
        This site is free software. You may read, use, change and share its code under the{' '}
        <OutwardLink href="https://www.gnu.org/licenses/agpl-3.0.html">AGPL-3.0</OutwardLink>. The words of
        its glossary are under{' '}
        <OutwardLink href="https://creativecommons.org/licenses/by-sa/4.0/">CC BY-SA 4.0</OutwardLink>.
      </p>
      {bytes ? (
        <>
          <p>
            This is the code that runs here, with every change that was made to it:{' '}
            <a href="/source.tar.gz" download>
              {`source.tar.gz (${(bytes / 1_000_000).toFixed(1)} MB)`}
            </a>
          </p>
          <p>It holds the software and the words of the glossary, and nothing that anyone wrote here.</p>
          <p>The file README.md in it says how to run a copy of your own.</p>
        </>
      ) : (
        <p>This is a copy for development: its code is where it was started.</p>
      )}
    </article>
  )
}
