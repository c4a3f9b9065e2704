import { type Context, Hono } from 'hono'
import type { z } from 'zod'
import { limitBody } from '../../../platform/body-limit.server.ts'
import { problemResponse } from '../../../platform/errors.ts'
import { signedOutMeanwhile } from '../../../platform/messages.en.yaml'
import type { Session } from '../identity.contract.ts'
import { readUser } from '../identity.reads.server.ts'
import { isRecentlyAuthenticated, sessionCookies } from '../identity.rules.ts'
import { proveByPasskey } from '../reauth/reauth.writes.server.ts'
import type { AuthEngine, RequestInfo } from '../sessions/sessions.writes.server.ts'
import { confirmPasskey } from './confirm.writes.server.ts'
import { addPasskey, authenticationAnswer, passkeySignIn, registrationAnswer } from './factors.contract.ts'
import { addFactorMessages, nameMax, reauthUrl } from './factors.rules.ts'
import * as messages from './messages.en.yaml'
import { signInByPasskey } from './passkey-sign-in.writes.server.ts'
import { authenticationOptions, enrollPasskey, registrationOptions } from './passkeys.writes.server.ts'

type Visitor = Omit<RequestInfo, 'shared_device'> & { session: Session | undefined; owner: unknown }

/** The API of passkey-prompt.client.ts. server/http/private-pages.ts checks the origin. */
export function passkeyApi(engine: AuthEngine, getVisitor: (context: Context) => Promise<Visitor>): Hono {
  const { auth, clock, config } = engine
  const api = new Hono()
  api.use(limitBody(64 * 1024, () => problemResponse('invalid_request', messages.unreadable())))

  api.post('/registration-options', async (context) => {
    const { session, owner } = await getVisitor(context)
    if (!session || !owner) return problemResponse('unauthorized', signedOutMeanwhile())
    if (!isRecentlyAuthenticated(session, clock.now())) return context.json({ to: reauthUrl }, 403)
    const input = await parseBody(context, addPasskey)
    if (!input) return problemResponse('invalid_request', messages.longPasskeyName({ max: nameMax }))
    const enrolled = await enrollPasskey(auth, session.user_id, { friendly_name: input.passkey_name ?? null })
    if (enrolled.outcome !== 'enrolled')
      return problemResponse('invalid_request', addFactorMessages[enrolled.outcome]())
    const user = await readUser(auth, session.user_id)
    const factor = { factor_id: enrolled.factor_id, account: user?.email ?? messages.account() }
    const options = await registrationOptions(auth, config.publicUrl, session.user_id, factor, clock.now())
    return options ? context.json(options) : problemResponse('invalid_request', messages.unreadable())
  })

  api.post('/registration', async (context) => {
    const visitor = await getVisitor(context)
    const { session, owner } = visitor
    if (!session || !owner) return problemResponse('unauthorized', signedOutMeanwhile())
    if (!isRecentlyAuthenticated(session, clock.now())) return context.json({ to: reauthUrl }, 403)
    const answer = await parseBody(context, registrationAnswer)
    if (!answer) return problemResponse('invalid_request', messages.unreadable())
    const result = await confirmPasskey(engine, session, answer, visitor)
    return proofResponse(context, result, session.shared_device)
  })

  api.post('/sign-in-options', async (context) =>
    context.json(await authenticationOptions(auth, config.publicUrl, null, clock.now())),
  )

  api.post('/sign-in', async (context) => {
    const { device, address } = await getVisitor(context)
    const answer = await parseBody(context, passkeySignIn)
    if (!answer) return problemResponse('invalid_request', messages.unreadable())
    const shared_device = answer.shared_device ?? false
    const result = await signInByPasskey(engine, answer, { device, address, shared_device })
    if (result.outcome === 'suspended') return problemResponse('forbidden', messages.suspended())
    return proofResponse(context, result, shared_device)
  })

  api.post('/proof-options', async (context) => {
    const { session } = await getVisitor(context)
    if (!session) return problemResponse('unauthorized', signedOutMeanwhile())
    const options = await authenticationOptions(auth, config.publicUrl, session.user_id, clock.now())
    return options ? context.json(options) : problemResponse('invalid_request', messages.noPasskeyToAsk())
  })

  api.post('/proof', async (context) => {
    const visitor = await getVisitor(context)
    const { session } = visitor
    if (!session) return problemResponse('unauthorized', signedOutMeanwhile())
    const answer = await parseBody(context, authenticationAnswer)
    if (!answer) return problemResponse('invalid_request', messages.unreadable())
    const result = await proveByPasskey(engine, session, answer, visitor)
    return proofResponse(context, result, session.shared_device)
  })

  return api
}

/** The error is the same for every cause. */
function proofResponse(
  context: Context,
  result:
    | { outcome: 'proven' | 'signed_in'; token: string }
    | { outcome: 'wrong' }
    | { outcome: 'wait'; seconds: number },
  shared_device: boolean,
): Response {
  if (result.outcome === 'wait') return problemResponse('forbidden', messages.tooManyAttempts())
  if (result.outcome === 'wrong') return problemResponse('invalid_request', messages.wrongPasskey())
  const event = result.outcome === 'signed_in' ? 'SIGNED_IN' : 'MFA_CHALLENGE_VERIFIED'
  for (const cookie of sessionCookies(result.token, shared_device, event))
    context.header('Set-Cookie', cookie, { append: true })
  return context.json({})
}

const parseBody = <Schema extends z.ZodType>(
  context: Context,
  schema: Schema,
): Promise<z.output<Schema> | undefined> =>
  context.req
    .json()
    .then((body) => schema.safeParse(body).data)
    // Zod crashes on some inputs.
    .catch(() => undefined)
