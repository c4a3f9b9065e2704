import { withLineBreaks } from '../../../platform/visible-text.ts'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import type { Writing } from '../entries.contract.ts'
import { connectionMessages } from '../entries.rules.ts'

type ConflictProps = {
  mine: Writing
  theirs: { content: string }
  onMine: () => void
  onTheirs: () => void
  onClose: () => void
}

/** Another tab or device saved meanwhile: both texts, and a clear choice instead of a silent overwrite. */
export function Conflict({ mine, theirs, onMine, onTheirs, onClose }: ConflictProps) {
  return (
    <Dialog title="Two versions" onClose={onClose} wide>
      <p>{connectionMessages.changed} Nothing is lost: choose which one stays.</p>
      <div className="grid gap-4 sm:grid-cols-2">
        <Version title="Yours, here" content={mine.content} choose="Keep mine" onChoose={onMine} />
        <Version title="The other one" content={theirs.content} choose="Keep the other" onChoose={onTheirs} />
      </div>
    </Dialog>
  )
}

type VersionProps = { title: string; content: string; choose: string; onChoose: () => void }

const Version = ({ title, content, choose, onChoose }: VersionProps) => (
  <section className="grid grid-rows-[auto_1fr_auto] gap-3">
    <h3>{title}</h3>
    <Words content={content} />
    <button type="button" className="btn btn-quiet" onClick={onChoose}>
      {choose}
    </button>
  </section>
)

/** Without scripts, below the form with one's own: it is still there to be copied, and goes only when that is saved. */
export const TheirVersion = ({ content }: { content: string }) => (
  <section className="mt-8 grid max-w-[46rem] gap-3" aria-labelledby="theirs">
    <h2 id="theirs">The other one</h2>
    <Words content={content} />
  </section>
)

const Words = ({ content }: { content: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and keys have to reach it (WCAG 2.1.1)
  <p className="version" dir="auto" tabIndex={0}>
    {withLineBreaks(content)}
  </p>
)
