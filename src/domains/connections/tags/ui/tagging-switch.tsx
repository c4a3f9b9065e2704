import type { ReactNode } from 'react'
import { href } from 'react-router'
import { SwitchForm } from '../../../../ui/switch/switch-form.tsx'
import * as messages from '../../messages.en.yaml'

/** Specification point 2, "Beta Lab". Works without JavaScript. */
export const TaggingSwitch = ({ on, note }: { on: boolean; note: ReactNode }) => (
  <section className="grid gap-3" aria-labelledby="tagging-title">
    {note}
    <SwitchForm
      id="tagging-title"
      title={messages.taggingTitle()}
      text={on ? messages.taggingOn() : messages.taggingOff()}
      action={`${href('/dashboard/settings')}#tagging-title`}
      intent="journal-tagging"
      name="journal_tagging"
      on={on}
    />
  </section>
)
