import { withLineBreaks } from '../../../platform/visible-text.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import type { EntryDocument } from '../document/document.rules.ts'
import * as messages from '../messages.en.yaml'
import { EntryDetails } from './entry-details.tsx'

type EditConflictDialogProps = {
  mine: EntryDocument
  theirs: EntryDocument
  onMine: () => void
  onTheirs: () => void
  onClose: () => void
}

export function EditConflictDialog({ mine, theirs, onMine, onTheirs, onClose }: EditConflictDialogProps) {
  return (
    <Dialog title={messages.twoVersions()} onClose={onClose} wide>
      <p>{messages.chooseVersion()}</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Version title={messages.mine()} document={mine} label={messages.keepMine()} onChoose={onMine} />
        <Version
          title={messages.theirs()}
          document={theirs}
          label={messages.keepTheirs()}
          onChoose={onTheirs}
        />
      </div>
    </Dialog>
  )
}

type VersionProps = { title: string; document: EntryDocument; label: string; onChoose: () => void }

const Version = ({ title, document, label, onChoose }: VersionProps) => (
  <section className="grid grid-rows-[auto_1fr_auto] gap-3">
    <h3>{title}</h3>
    <div className="grid content-start gap-3">
      <VersionText content={document.content} />
      <EntryDetails details={document} showTags />
    </div>
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
