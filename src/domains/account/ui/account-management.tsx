import { href } from 'react-router'
import { Checkbox } from '../../../ui/field/field.tsx'
import { PageOwner } from '../../../ui/user-id-field/user-id-field.tsx'
import { DownloadForm } from './download-form.tsx'

type AccountManagementProps = {
  /** Null when this server sends no email. */
  noteTo: string | null
  problem?: string | undefined
}

/** Specification point 2, "/dashboard/settings". */
export function AccountManagement({ noteTo, problem }: AccountManagementProps) {
  return (
    <>
      <div className="settings-row">
        <h3>Download My Data</h3>
        <div className="grid gap-3">
          <p>
            One file with everything that is kept about you: Connections and drafts, favorites, your profile,
            and how you sign in. Your Connections are in it twice, once to read or print and once for other
            programs.
          </p>
          <p className="text-muted">
            The file is not locked. Anyone who can use this device can open it, so put it in a safe place, or
            delete it when you no longer need it.
          </p>
          <DownloadForm />
        </div>
      </div>
      <div className="settings-row">
        <h3>Delete account</h3>
        <div className="grid gap-3">
          <p>Everything of yours here is deleted at once. Nobody can bring it back, and neither can we.</p>
          <details className="fold" open={problem !== undefined}>
            <summary className="btn btn-quiet">Delete my account…</summary>
            <div className="grid gap-5 pt-5">
              <div>
                <h4 className="strong">What goes</h4>
                <ul className="list-disc ps-6">
                  <li>every Connection and draft, and the key that opens them</li>
                  <li>your favorites and your profile</li>
                  <li>your address, your password and every other way to sign in</li>
                  <li>every device that is signed in, this one too</li>
                </ul>
              </div>
              <div>
                <h4 className="strong">What stays</h4>
                <ul className="list-disc ps-6">
                  <li>
                    a line that an account was deleted, and when: no name, no address, none of your words
                  </li>
                  <li>
                    whatever backups were made before, until they are replaced; the key to your Connections is
                    not in them
                  </li>
                  <li>what you downloaded yourself</li>
                </ul>
              </div>
              {noteTo && (
                <p>
                  A short note goes to <strong className="wrap-anywhere">{noteTo}</strong>. It says that an
                  account was deleted, and neither where nor what it was for.
                </p>
              )}
              <form method="post" action={href('/dashboard/settings')} className="grid gap-5">
                <PageOwner />
                <input type="hidden" name="intent" value="erase-account" />
                <Checkbox name="sure" required error={problem}>
                  I want to delete my account, and know that this cannot be undone.
                </Checkbox>
                <button type="submit" className="btn btn-danger justify-self-start">
                  Delete my account
                </button>
              </form>
            </div>
          </details>
        </div>
      </div>
    </>
  )
}
