import type { ReactNode } from 'react'
import { href } from 'react-router'
import { PageOwner } from '../../../../ui/user-id-field/user-id-field.tsx'

export type PasskeyFormProps = {
  kind: 'registration' | 'sign-in' | 'proof'
  /** Without it the form is submitted. */
  to?: string
  files: { script: string; code: string } | undefined
  submit: string
  quiet?: boolean
  children?: ReactNode
}

/** Hidden, with its space reserved, until the script detects support. */
export function PasskeyForm({ kind, to, files, submit, quiet = true, children }: PasskeyFormProps) {
  return (
    <passkey-form kind={kind} {...(to && { to })} data-code={files?.code} class="block" hidden>
      <form method="post" action={href('/dashboard/settings')} className="grid gap-5">
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
