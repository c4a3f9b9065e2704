import { describePage, publicHeaders } from '../meta.ts'
import { type ApiAddress, interfaceContext } from '../request-context.ts'
import type { Route } from './+types/api-docs.ts'

export const loader = ({ context }: Route.LoaderArgs) => ({ addresses: context.get(interfaceContext) })

export const headers = () => publicHeaders

export const meta: Route.MetaFunction = ({ matches }) =>
  describePage(matches, {
    title: 'API',
    description:
      'The addresses at which a program can read the glossary, without a key, and what is a person’s own.',
    path: '/api',
  })

export default function ApiDocsPage({ loaderData: { addresses } }: Route.ComponentProps) {
  return (
    <div className="wrap grid gap-6 pt-10">
      <h1>API</h1>
      <p className="max-w-prose">
        The whole glossary can be read by programs, as JSON, without a key. The full description is{' '}
        <a href="/api/openapi.json">openapi.json</a> (OpenAPI 3.1). The words are CC BY-SA 4.0.
      </p>
      <Addresses addresses={addresses.filter(({ own }) => !own)} />
      <h2>What is a person’s own</h2>
      <p className="max-w-prose">
        For that person alone: with an access token of <code>/auth/v1</code>, or from our own pages. Of what
        belongs to someone else, it answers as if it did not exist.
      </p>
      <Addresses addresses={addresses.filter(({ own }) => own)} />
    </div>
  )
}

const Addresses = ({ addresses }: { addresses: ApiAddress[] }) => (
  <dl className="grid gap-4">
    {addresses.map(({ method, path, summary }) => (
      <div key={method + path} className="card">
        <dt className="strong wrap-anywhere">
          {method} {path}
        </dt>
        <dd>{summary}</dd>
      </div>
    ))}
  </dl>
)
