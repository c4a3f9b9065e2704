import { href } from 'react-router'
import { Field } from '../../../../ui/field/field.tsx'
import { Form } from '../../ui/account-forms.tsx'
import type { PendingTotp } from '../factors.contract.ts'
import * as messages from '../messages.en.yaml'

export function ConfirmApp({ app, error }: { app: PendingTotp; error?: string | undefined }) {
  return (
    <div className="grid gap-8">
      <h1>{messages.confirmTitle()}</h1>
      <ol className="grid gap-8">
        <li className="grid gap-4">
          <h2>{messages.scan()}</h2>
          <div
            role="img"
            aria-label={messages.qrCode()}
            className="qr"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by our own server, of rectangles alone
            dangerouslySetInnerHTML={{ __html: app.qr_svg }}
          />
          <p>{messages.openApp({ app: (text) => <a href={app.uri}>{text}</a> })}</p>
          <p className="secret">{app.secret.match(/.{1,4}/g)?.join(' ')}</p>
          <p className="text-muted">{messages.appListsAccount()}</p>
        </li>
        <li className="grid gap-4">
          <h2>{messages.enterCode()}</h2>
          <Form address={href('/dashboard/settings')} submit={messages.confirm()}>
            <input type="hidden" name="intent" value="confirm-app" />
            <input type="hidden" name="factor_id" value={app.factor_id} />
            <Field
              name="code"
              label={messages.code()}
              hint={messages.codeHint()}
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={20}
              className="field field-short"
              required
              error={error}
            />
          </Form>
        </li>
      </ol>
      <p>{messages.notNow({ settings: (text) => <a href={href('/dashboard/settings')}>{text}</a> })}</p>
    </div>
  )
}
