import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { AuthClient } from '@supabase/auth-js'

type Auth = InstanceType<typeof AuthClient>

/** One client call. `refused` is the error code or name; undefined on success. */
export type RecordedCall = { method: string; refused: string | undefined }

type Api = Record<string, unknown>
/** Whether a property is a sub-API of the client: `admin`, `mfa`, `mfa.webauthn`. */
const isPart = (name: string, value: unknown): value is Api =>
  typeof value === 'object' &&
  value !== null &&
  // Our own storage, and the reference back to the client.
  name !== 'storage' &&
  name !== 'client' &&
  (value.constructor === Object || value.constructor.name.endsWith('Api'))

function namesOf(value: object): string[] {
  const names = new Set<string>()
  for (let at: object | null = value; at && at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    for (const name of Object.getOwnPropertyNames(at)) names.add(name)
  }
  return [...names].filter((name) => name !== 'constructor' && !name.startsWith('_'))
}

/** Private members, from its type declarations. */
function privateNames(): Set<string> {
  const folder = dirname(createRequire(import.meta.url).resolve('@supabase/auth-js'))
  const files = ['GoTrueClient.d.ts', 'GoTrueAdminApi.d.ts']
  const text = files.map((file) => readFileSync(join(folder, file), 'utf8')).join('\n')
  return new Set([...text.matchAll(/^\s+(?:private|protected) (\w+)/gm)].map(([, name = '']) => name))
}

/** @returns all public methods of the installed client, such as `mfa.enroll` */
export function listMethods(auth: Auth): string[] {
  const hidden = privateNames()
  const inside = (part: Api, path: string): string[] =>
    namesOf(part)
      .filter((name) => !hidden.has(name))
      .flatMap((name) => {
        const value = part[name]
        if (typeof value === 'function') return [path + name]
        return isPart(name, value) ? inside(value, `${path}${name}.`) : []
      })
  return inside(auth as unknown as Api, '').toSorted()
}

/** Wraps the client to record its calls and their outcomes. */
export function recordCalls<Part extends object>(part: Part, calls: RecordedCall[], path = ''): Part {
  return new Proxy(part, {
    get(target, name) {
      const value = (target as Api)[String(name)]
      if (isPart(String(name), value)) return recordCalls(value, calls, `${path}${String(name)}.`)
      if (typeof value !== 'function') return value
      return (...args: unknown[]) => {
        const note = (refused?: unknown) => {
          const { code, name: kind } = (refused ?? {}) as { code?: string; name?: string }
          calls.push({ method: path + String(name), refused: refused ? (code ?? kind) : undefined })
        }
        try {
          const answer = value.apply(target, args)
          if (!(answer instanceof Promise)) {
            note()
            return answer
          }
          return answer.then(
            (result: { error?: unknown } | undefined) => {
              note(result?.error)
              return result
            },
            (thrown: unknown) => {
              note(thrown)
              throw thrown
            },
          )
        } catch (thrown) {
          note(thrown)
          throw thrown
        }
      }
    },
  })
}
