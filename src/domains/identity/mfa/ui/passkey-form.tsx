import type { ReactNode } from 'react'
import { PageOwner } from '../../../../ui/user-id-field/user-id-field.tsx'

export type PasskeyFormProps = {
  kind: 'registration' | 'sign-in' | 'proof'
  /** Where to go on afterwards; without it the form is sent as it stands. */
  to?: string
  /** Addresses of its element, and of the module that the element fetches when it is used. */
  files: { script: string; code: string } | undefined
  submit: string
  quiet?: boolean
  children?: ReactNode
}

/** A form that a passkey answers. Hidden, in its room, until its script knows that this browser can (identity/mfa/passkey-form.element.ts). */
export function PasskeyForm({ kind, to, files, submit, quiet = true, children }: PasskeyFormProps) {
  return (
    <passkey-form kind={kind} {...(to && { to })} data-code={files?.code} class="block" hidden>
      <form method="post" action="/dashboard/settings" className="grid gap-5">
        <PageOwner />
        {children}
        {/* biome-ignore lint/security/noDangerouslySetInnerHtml: empty; so React leaves alone what the element says in it, also before React has come */}
        <p role="alert" className="form-problem" hidden dangerouslySetInnerHTML={{ __html: '' }} />
        <button
          type="submit"
          className={quiet ? 'btn btn-quiet justify-self-start' : 'btn justify-self-start'}
        >
          {submit}
        </button>
      </form>
      {files && <script type="module" async src={files.script} />}
    </passkey-form>
  )
}
