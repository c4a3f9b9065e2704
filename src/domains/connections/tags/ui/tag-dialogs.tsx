import { type ReactNode, useId, useState } from 'react'
import { Dialog } from '../../../../ui/dialog/dialog.tsx'
import * as messages from '../../messages.en.yaml'
import { TextProblem } from '../../ui/form-parts.tsx'
import { type OwnTag, placesOf, readNewName } from '../tags.rules.ts'

type TagDialogProps = {
  tag: OwnTag
  tags: readonly OwnTag[]
  onClose: () => void
  /** Null deletes the tag. */
  onConfirm: (to: string | null) => void
}

export function RenameTagDialog({ tag: { tag }, tags, onClose, onConfirm }: TagDialogProps): ReactNode {
  const id = useId()
  const [typed, setTyped] = useState(tag)
  const [problem, setProblem] = useState<string>()
  const read = readNewName(typed, tag, tags)
  const merges = 'merges' in read && read.merges ? read.to : undefined
  return (
    <Dialog title={messages.renameTitle({ tag })} onClose={onClose}>
      <form
        autoComplete="off"
        className="grid gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if ('problem' in read) setProblem(read.problem)
          else onConfirm(read.to)
        }}
      >
        <div className="grid gap-2">
          <label htmlFor={id}>{messages.newTagName()}</label>
          <input
            id={id}
            data-focus
            className="field"
            dir="auto"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value)
              setProblem(undefined)
            }}
            aria-invalid={problem ? true : undefined}
            aria-describedby={`${id}-problem ${id}-merges`}
          />
          <TextProblem id={`${id}-problem`} text={problem} />
          <p id={`${id}-merges`} role="status" className="wrap-anywhere">
            {merges !== undefined && messages.tagMerges({ tag: merges })}
          </p>
        </div>
        <div className="flex flex-wrap justify-end gap-3">
          <button type="button" className="btn btn-quiet" onClick={onClose}>
            {messages.cancel()}
          </button>
          <button type="submit" className="btn">
            {messages.renameConfirm()}
          </button>
        </div>
      </form>
    </Dialog>
  )
}

export const DeleteTagDialog = ({
  tag: { tag, count, drafts },
  onClose,
  onConfirm,
}: TagDialogProps): ReactNode => (
  <Dialog title={messages.deleteTagTitle({ tag })} onClose={onClose}>
    <p>{messages.deleteTagQuestion(placesOf({ connections: count, drafts }))}</p>
    <div className="flex flex-wrap justify-end gap-3">
      <button type="button" data-focus className="btn btn-quiet" onClick={onClose}>
        {messages.cancel()}
      </button>
      <button type="button" className="btn btn-danger" onClick={() => onConfirm(null)}>
        {messages.deleteTagConfirm()}
      </button>
    </div>
  </Dialog>
)
