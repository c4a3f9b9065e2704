import type { OpenAPIHono } from '@hono/zod-openapi'
import type { ApiAddress } from '../../routes/request-context.ts'

const tags = [
  { name: 'account', description: 'Everything that is yours, to take away or to delete' },
  { name: 'connections', description: 'Your private journal: Connections, and drafts of them' },
  { name: 'contact', description: 'Messages to the people who run this' },
  { name: 'favorites', description: 'Terms that you saved' },
  { name: 'glossary', description: 'The terms of the glossary, to read without a key' },
  { name: 'profile', description: 'What you call yourself here' },
]

/** Serves `GET /api/openapi.json` (design: "/api"). */
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
      contact: { name: 'The people who run this', url: `${url}/contact` },
      license: {
        name: 'CC BY-SA 4.0, for the words of the glossary',
        url: 'https://creativecommons.org/licenses/by-sa/4.0/',
      },
    },
    servers: [{ url, description: 'This instance' }],
    tags,
  })
}

/** All described routes, in the order of registration. */
export const listRoutes = (app: OpenAPIHono): ApiAddress[] =>
  app.openAPIRegistry.definitions.flatMap((definition) => {
    if (definition.type !== 'route') return []
    const { method, path, summary = '', security } = definition.route
    return [{ method: method.toUpperCase(), path, summary, own: security !== undefined }]
  })

/** The methods of a path, for `Allow` (RFC 9110, 10.2.1); none for an unknown path. */
export function allowedMethods(app: OpenAPIHono, path: string): string[] {
  const parts = path.split('/')
  const methods = app.openAPIRegistry.definitions.flatMap((definition) => {
    if (definition.type !== 'route') return []
    const pattern = definition.route.path.split('/')
    const matches =
      pattern.length === parts.length &&
      pattern.every((part, index) => (part.startsWith('{') ? parts[index] !== '' : part === parts[index]))
    return matches ? [definition.route.method.toUpperCase()] : []
  })
  return [...new Set(methods)].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
}
