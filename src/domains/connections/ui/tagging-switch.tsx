import type { ReactNode } from 'react'
import { href } from 'react-router'
import { Switch } from '../../../ui/switch/switch.tsx'
import { PageOwner } from '../../../ui/user-id-field/user-id-field.tsx'
import * as messages from '../messages.en.yaml'

/** Specification point 2, "Beta Lab". Works without JavaScript. */
export const TaggingSwitch = ({ on, note }: { on: boolean; note: ReactNode }) => (
  <section className="grid gap-3" aria-labelledby="tagging-title">
    {note}
    <form method="post" action={`${href('/dashboard/settings')}#tagging-title`} className="switch-row">
      <PageOwner />
      <h3 id="tagging-title">{messages.taggingTitle()}</h3>
      <input type="hidden" name="intent" value="journal-tagging" />
      <input type="hidden" name="journal_tagging" value={on ? 'off' : 'on'} />
      <Switch on={on} labelledBy="tagging-title" describedBy="tagging-says" />
    </form>
    <p id="tagging-says" className="text-muted">
      {on ? messages.taggingOn() : messages.taggingOff()}
    </p>
  </section>
)
