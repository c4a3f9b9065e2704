import { describePage, publicHeaders } from '../meta.ts'
import { type ApiAddress, interfaceContext } from '../request-context.ts'
import type { Route } from './+types/api-docs.ts'
import * as messages from './messages.en.yaml'

export const loader = ({ context }: Route.LoaderArgs) => ({ addresses: context.get(interfaceContext) })

export const headers = () => publicHeaders

export const meta: Route.MetaFunction = ({ matches }) =>
  describePage(matches, {
    title: messages.api(),
    description: messages.apiDescription(),
    path: '/api',
  })

export default function ApiDocsPage({ loaderData: { addresses } }: Route.ComponentProps) {
  return (
    <div className="wrap grid gap-6 pt-10">
      <h1>{messages.api()}</h1>
      <p className="max-w-prose">
        {messages.apiPublic({ file: (text) => <a href="/api/openapi.json">{text}</a> })}
      </p>
      <Addresses addresses={addresses.filter(({ own }) => !own)} />
      <h2>{messages.apiOwnTitle()}</h2>
      <p className="max-w-prose">{messages.apiOwn({ code: (text) => <code>{text}</code> })}</p>
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
