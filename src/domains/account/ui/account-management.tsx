import { href, Link } from 'react-router'
import { Checkbox } from '../../../ui/field/field.tsx'
import { PageOwner } from '../../../ui/user-id-field/user-id-field.tsx'
import * as messages from '../messages.en.yaml'
import { DownloadForm, type ReadableCopy } from './download-form.tsx'

type AccountManagementProps = {
  /** Null when this server sends no email. */
  noteTo: string | null
  problem?: string | undefined
  /** For a locked journal. */
  readable?: ReadableCopy | undefined
}

/** Specification point 2, "/dashboard/settings". */
export function AccountManagement({ noteTo, problem, readable }: AccountManagementProps) {
  return (
    <>
      <div className="settings-row">
        <h3>{messages.download()}</h3>
        <div className="grid gap-3">
          <p>{messages.downloadContent()}</p>
          {!readable && <p className="text-muted">{messages.downloadWarning()}</p>}
          <DownloadForm readable={readable} />
        </div>
      </div>
      <div className="settings-row">
        <h3>{messages.importTitle()}</h3>
        <div className="grid gap-3">
          <p>{messages.importContent()}</p>
          <Link to={href('/dashboard/connections/import')} className="btn btn-quiet justify-self-start">
            {messages.importTitle()}
          </Link>
        </div>
      </div>
      <div className="settings-row">
        <h3>{messages.deleteTitle()}</h3>
        <div className="grid gap-3">
          <p>{messages.deleteConsequence()}</p>
          <details className="fold" open={problem !== undefined}>
            <summary className="btn btn-quiet">{messages.openDelete()}</summary>
            <div className="grid gap-5 pt-5">
              <div>
                <h4 className="strong">{messages.whatGoes()}</h4>
                <ul className="list-disc ps-6">
                  <li>{messages.connectionsGo()}</li>
                  <li>{messages.favoritesGo()}</li>
                  <li>{messages.signInGoes()}</li>
                  <li>{messages.sessionsGo()}</li>
                </ul>
              </div>
              <div>
                <h4 className="strong">{messages.whatStays()}</h4>
                <ul className="list-disc ps-6">
                  <li>{messages.recordStays()}</li>
                  <li>{messages.backupsStay()}</li>
                  <li>{messages.downloadsStay()}</li>
                </ul>
              </div>
              {noteTo && (
                <p>
                  {messages.noteTo({
                    email: noteTo,
                    strong: (text) => <strong className="wrap-anywhere">{text}</strong>,
                  })}
                </p>
              )}
              <form method="post" action={href('/dashboard/settings')} className="grid gap-5">
                <PageOwner />
                <input type="hidden" name="intent" value="erase-account" />
                <Checkbox name="sure" required error={problem}>
                  {messages.sure()}
                </Checkbox>
                <button type="submit" className="btn btn-danger justify-self-start">
                  {messages.delete()}
                </button>
              </form>
            </div>
          </details>
        </div>
      </div>
    </>
  )
}
