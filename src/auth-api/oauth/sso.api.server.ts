import { Hono } from 'hono'
import { publicHandler, type RouteContext, sendResult, toRequestInfo } from '../handlers.api.server.ts'
import { ssoBody } from './sso.contract.ts'
import { samlMetadata } from './sso.reads.server.ts'
import { finishSso, startSso } from './sso.writes.server.ts'

/** SAML 2.0, if configured. */
export function ssoApi(api: RouteContext) {
  const router = new Hono()
  router.post('/sso', publicHandler(api, ssoBody, startSso))
  router.get('/sso/saml/metadata', (context) =>
    context.body(samlMetadata(api.engine.config.publicUrl, api.engine.config.authApi.ssoKey), 200, {
      'Content-Type': 'application/samlmetadata+xml; charset=utf-8',
    }),
  )
  // SAML 2.0 Bindings, 3.5.
  router.post('/sso/saml/acs', async (context) => {
    const form = new URLSearchParams(await context.req.text())
    const input = { SAMLResponse: form.get('SAMLResponse') ?? '', RelayState: form.get('RelayState') ?? '' }
    return sendResult(context, await finishSso(api, input, toRequestInfo(api, context)))
  })
  return router
}
