import { href } from 'react-router'
import { Field } from '../../../../ui/field/field.tsx'
import { Form } from '../../ui/account-forms.tsx'
import type { PendingTotp } from '../factors.contract.ts'

export function ConfirmApp({ app, error }: { app: PendingTotp; error?: string | undefined }) {
  return (
    <div className="grid gap-8">
      <h1>Add your app</h1>
      <ol className="grid gap-8">
        <li className="grid gap-4">
          <h2>1. Scan this picture with the app</h2>
          <div
            role="img"
            aria-label="QR code for your authenticator app; the secret below says the same"
            className="qr"
            // biome-ignore lint/security/noDangerouslySetInnerHtml: drawn by our own server, of rectangles alone
            dangerouslySetInnerHTML={{ __html: app.qr_svg }}
          />
          <p>
            Is the app on this device? <a href={app.uri}>Open it there</a>, or type this secret into it:
          </p>
          <p className="secret">{app.secret.match(/.{1,4}/g)?.join(' ')}</p>
          <p className="text-muted">
            In the app it is called “Account”, so that its name gives nothing away.
          </p>
        </li>
        <li className="grid gap-4">
          <h2>2. Enter the code that it shows</h2>
          <Form address={href('/dashboard/settings')} submit="Confirm">
            <input type="hidden" name="intent" value="confirm-app" />
            <input type="hidden" name="factor_id" value={app.factor_id} />
            <Field
              name="code"
              label="Code"
              hint="Six digits, which change every half minute."
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
      <p>
        <a href={href('/dashboard/settings')}>Not now</a>. Nothing has changed yet.
      </p>
    </div>
  )
}
