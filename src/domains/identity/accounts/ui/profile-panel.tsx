import { type ReactNode, useState } from 'react'
import { href } from 'react-router'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import { PendingEmail } from '../../credentials/ui/pending-email.tsx'
import * as messages from '../messages.en.yaml'
import type { Profile } from '../profile.contract.ts'

type ProfilePanelProps = {
  names: Pick<Profile, 'username' | 'first_name'>
  email: string | null
  pendingEmail: string | null
  done?: string | undefined
  onPage: boolean
  forms: (close: () => void) => ReactNode
}

/** Without a script. */
const editAddress = `${href('/dashboard/settings')}?edit=profile#profile-title`

export function ProfilePanel({ names, email, pendingEmail, done, onPage, forms }: ProfilePanelProps) {
  const [open, setOpen] = useState(false)
  if (onPage) {
    return (
      <div className="grid gap-8">
        {pendingEmail && <PendingEmail email={email} pendingEmail={pendingEmail} />}
        {forms(() => {})}
        <a href={`${href('/dashboard/settings')}#profile-title`} className="btn btn-quiet justify-self-start">
          {messages.close()}
        </a>
      </div>
    )
  }
  return (
    <div className="grid gap-6">
      <p role="status" className={done ? 'form-done' : 'visually-hidden'}>
        {done}
      </p>
      <dl className="facts">
        <Fact name={messages.username()}>{names.username}</Fact>
        <Fact name={messages.firstName()}>{names.first_name}</Fact>
        <Fact name={messages.email()}>{email}</Fact>
      </dl>
      {pendingEmail && <PendingEmail email={email} pendingEmail={pendingEmail} />}
      <a
        href={editAddress}
        className="btn btn-quiet justify-self-start"
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return
          event.preventDefault()
          setOpen(true)
        }}
      >
        {messages.edit({ hidden: (text) => <span className="visually-hidden">{text}</span> })}
      </a>
      {open && (
        <Dialog title={messages.profile()} onClose={() => setOpen(false)} wide>
          {forms(() => setOpen(false))}
        </Dialog>
      )}
    </div>
  )
}

function Fact({ name, children }: { name: string; children: string | null }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className="wrap-anywhere">
        {children ?? <span className="text-muted">{messages.notGiven()}</span>}
      </dd>
    </div>
  )
}
