import { glossaryInterface } from '../../domains/glossary/api.server.ts'
import { describePage, publicHeaders, rootOf } from '../meta.ts'
import type { Route } from './+types/interface.ts'

export const loader = () => ({ addresses: glossaryInterface })

export const headers = () => publicHeaders

export const meta: Route.MetaFunction = ({ matches }) => {
  const root = rootOf(matches)
  return describePage(root, {
    title: `The glossary for programs · ${root?.site.name}`,
    description: 'The addresses at which a program can read the glossary. No key is needed.',
    path: '/api',
  })
}

/** Shows what `GET /api/openapi.json` describes (design: "/api"). */
export default function Interface({ loaderData }: Route.ComponentProps) {
  return (
    <div className="wrap grid gap-6 pt-10">
      <h1>The glossary for programs</h1>
      <p className="max-w-prose">
        The whole glossary can be read by programs, as JSON, without a key. The full description is{' '}
        <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1). The words are CC BY-SA 4.0.
      </p>
      <dl className="grid gap-4">
        {loaderData.addresses.map(({ path, summary }) => (
          <div key={path} className="card">
            <dt className="strong">GET {path}</dt>
            <dd>{summary}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
