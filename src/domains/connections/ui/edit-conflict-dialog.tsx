import { withLineBreaks } from '../../../platform/visible-text.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import type { EntryContent } from '../entries.contract.ts'
import * as messages from '../messages.en.yaml'

type EditConflictDialogProps = {
  mine: EntryContent
  theirs: { content: string }
  onMine: () => void
  onTheirs: () => void
  onClose: () => void
}

export function EditConflictDialog({ mine, theirs, onMine, onTheirs, onClose }: EditConflictDialogProps) {
  return (
    <Dialog title={messages.twoVersions()} onClose={onClose} wide>
      <p>{messages.chooseVersion()}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Version
          title={messages.mine()}
          content={mine.content}
          label={messages.keepMine()}
          onChoose={onMine}
        />
        <Version
          title={messages.theirs()}
          content={theirs.content}
          label={messages.keepTheirs()}
          onChoose={onTheirs}
        />
      </div>
    </Dialog>
  )
}

type VersionProps = { title: string; content: string; label: string; onChoose: () => void }

const Version = ({ title, content, label, onChoose }: VersionProps) => (
  <section className="grid grid-rows-[auto_1fr_auto] gap-3">
    <h3>{title}</h3>
    <VersionText content={content} />
    <button type="button" className="btn btn-quiet" onClick={onChoose}>
      {label}
    </button>
  </section>
)

/** For pages without scripts. */
export const TheirVersion = ({ content }: { content: string }) => (
  <section className="mt-8 grid max-w-[46rem] gap-3" aria-labelledby="theirs">
    <h2 id="theirs">{messages.theirs()}</h2>
    <VersionText content={content} />
  </section>
)

const VersionText = ({ content }: { content: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys have to reach it (WCAG 2.1.1)
  <p className="version" dir="auto" tabIndex={0}>
    {withLineBreaks(content)}
  </p>
)
