import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

export type Schema = {
  type?: string | string[]
  format?: string
  enum?: unknown[]
  properties?: Record<string, Schema>
  required?: string[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  [keyword: string]: unknown
}
type ResponseObject = {
  content?: Record<string, { schema: Schema }>
  headers?: Record<string, { required?: boolean }>
}
type OperationObject = {
  operationId: string
  summary: string
  description: string
  tags: string[]
  parameters?: { name: string; in: string; required: boolean; description?: string; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, ResponseObject>
  security?: Record<string, string[]>[]
}
type ApiDocument = {
  openapi: string
  info: Record<string, unknown>
  servers: { url: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, OperationObject>>
  components: { schemas: Record<string, Schema>; securitySchemes: Record<string, object> }
}
export type Operation = OperationObject & { name: string; method: string; path: string }

type App = { request(path: string, init?: RequestInit): Response | Promise<Response> }

/** Reads the OpenAPI document and validates responses against it. */
export async function readContract(app: App) {
  const document: ApiDocument = await (await app.request('/api/openapi.json')).json()
  const operations: Operation[] = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      ...{ name: `${method.toUpperCase()} ${path}`, method: method.toUpperCase(), path },
    })),
  )
  // The document itself is not a schema, so `strict` would reject its other keywords.
  const ajv = new Ajv2020({ strict: false, allErrors: true, formats: { binary: true, base64url: true } })
  addFormats.default(ajv)
  ajv.addSchema(withoutExtraMembers(document) as object, 'api')

  /** @returns undocumented statuses, media types and members, and missing headers */
  async function findViolations(name: string, response: Response): Promise<string[]> {
    const { status, headers } = response
    const body = await response.text()
    const { path = '', method = '', responses } = operations.find((each) => each.name === name) ?? {}
    const documented = responses?.[status]
    if (!documented) return [`status ${status} is not documented: ${body.slice(0, 200)}`]
    const missing = Object.entries(documented.headers ?? {})
      .filter(([header, { required }]) => required && !headers.has(header))
      .map(([header]) => `${status} has no header ${header}`)
    if (!documented.content) return [...missing, ...(body === '' ? [] : [`${status} has a body`])]
    const type = headers.get('Content-Type')?.split(';', 1)[0] ?? ''
    if (!documented.content[type]) return [...missing, `${status} of type "${type}" is not documented`]
    if (!type.endsWith('json')) return missing
    const pointer = ['paths', path, method.toLowerCase(), 'responses', status, 'content', type, 'schema']
      .map((part) => encodeURIComponent(String(part).replaceAll('~', '~0').replaceAll('/', '~1')))
      .join('/')
    const accepts = ajv.getSchema(`api#/${pointer}`)
    if (!accepts) throw new Error(`no schema at ${pointer}`)
    if (accepts(JSON.parse(body))) return missing
    return [...missing, `${status}: ${ajv.errorsText(accepts.errors)} in ${body.slice(0, 200)}`]
  }

  return { document, operations, findViolations }
}

/** Adds `additionalProperties: false`, to detect undocumented members. */
function withoutExtraMembers(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutExtraMembers)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(([name, each]) => [name, withoutExtraMembers(each)])
  const { type, properties } = value as Schema
  const isObject = [type].flat().includes('object') && typeof properties === 'object'
  return Object.fromEntries([...entries, ...(isObject ? [['additionalProperties', false]] : [])])
}

/** Finds all schemas in the document. */
export function schemasIn(value: unknown, at = ''): { at: string; schema: Schema }[] {
  if (typeof value !== 'object' || value === null) return []
  const below = Object.entries(value).flatMap(([name, each]) => schemasIn(each, `${at}/${name}`))
  return 'type' in value || 'allOf' in value ? [{ at, schema: value as Schema }, ...below] : below
}
