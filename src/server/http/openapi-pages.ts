import type { OpenAPIHono } from '@hono/zod-openapi'
import { href } from 'react-router'
import type { ApiAddress } from '../../routes/request-context.ts'

const tags = [
  { name: 'account', description: 'Everything that is yours, to take away or to delete' },
  { name: 'connections', description: 'Your private journal: Connections, and drafts of them' },
  { name: 'contact', description: 'Messages to the people who run this' },
  { name: 'favorites', description: 'Terms that you saved' },
  { name: 'glossary', description: 'The terms of the glossary, to read without a key' },
  { name: 'profile', description: 'What you call yourself here' },
]

/** Serves `GET /api/openapi.json`. */
export function describeApi(app: OpenAPIHono, url: string): void {
  app.openAPIRegistry.registerComponent('securitySchemes', 'bearer', {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'An access token of /auth/v1',
  })
  app.openAPIRegistry.registerComponent('securitySchemes', 'session', {
    type: 'apiKey',
    in: 'cookie',
    name: '__Host-session',
    description: 'The session of our own pages; what changes something must come from one of them',
  })
  app.doc31('/api/openapi.json', {
    openapi: '3.1.0',
    info: {
      title: 'Unfog',
      version: '1',
      description: 'The glossary, to read without a key; and what is a person’s own, for that person alone.',
      contact: { name: 'The people who run this', url: url + href('/contact') },
      license: {
        name: 'CC BY-SA 4.0, for the words of the glossary',
        url: 'https://creativecommons.org/licenses/by-sa/4.0/',
      },
    },
    servers: [{ url, description: 'This instance' }],
    tags,
  })
}

/** In the order of registration. */
const describedRoutes = (app: OpenAPIHono) =>
  app.openAPIRegistry.definitions.flatMap((each) => (each.type === 'route' ? [each.route] : []))

export const listRoutes = (app: OpenAPIHono): ApiAddress[] =>
  describedRoutes(app).map(({ method, path, summary = '', security }) => ({
    ...{ method: method.toUpperCase(), path, summary },
    own: security !== undefined,
  }))

/** The methods of a path, for `Allow` (RFC 9110, 10.2.1); none for an unknown path. */
export function allowedMethods(app: OpenAPIHono, path: string): string[] {
  const parts = path.split('/')
  const routes = describedRoutes(app).filter((route) => {
    const pattern = route.path.split('/')
    return (
      pattern.length === parts.length &&
      pattern.every((part, index) => (part.startsWith('{') ? parts[index] !== '' : part === parts[index]))
    )
  })
  const methods = new Set(routes.map(({ method }) => method.toUpperCase()))
  return [...methods].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
}
