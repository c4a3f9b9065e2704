import { useMemo, useState } from 'react'
import { useLoadMore } from '../../../../ui/load-more/use-load-more.ts'
import { useDrafts } from '../../drafts/ui/use-drafts.ts'
import * as messages from '../../messages.en.yaml'
import { useAllEntries } from '../../ui/use-entries.ts'
import { listTags, type OwnTag, placesOf } from '../tags.rules.ts'
import { DeleteTagDialog, RenameTagDialog } from './tag-dialogs.tsx'
import { TagProgress } from './tag-progress.tsx'
import { useTagChange } from './use-tag-change.ts'

/** Drawn at a time. */
const pageSize = 100
/** As many drafts the server lists. */
const draftLimit = 50

/** The writer's own tags. `readOnly`: the account cannot write. */
export function TagList({ readOnly }: { readOnly: boolean }) {
  const all = useAllEntries(true)
  const drafts = useDrafts(true)
  const entries = useMemo(() => all.data?.pages.flatMap((page) => page.entries) ?? [], [all.data])
  const tags = useMemo(() => listTags(entries, drafts.data ?? []), [entries, drafts.data])
  const [shown, setShown] = useState(pageSize)
  const [open, setOpen] = useState<{ tag: OwnTag; dialog: typeof RenameTagDialog }>()
  const { run, isRunning, start, resume, stop } = useTagChange(entries)
  const isLoading = all.isPending || all.hasNextPage || drafts.isPending
  const hasFailed = all.isLoadingError || all.isFetchNextPageError || drafts.isLoadingError
  const more = useLoadMore(Math.min(shown, tags.length), () => setShown(shown + pageSize))

  if (hasFailed)
    return (
      <div role="alert" className="grid justify-items-start gap-3">
        <p className="form-problem">{messages.tagsLoadFailed()}</p>
        <button
          type="button"
          className="btn btn-quiet"
          onClick={() => {
            if (drafts.isError) drafts.refetch()
            if (all.data) all.fetchNextPage()
            else all.refetch()
          }}
        >
          {messages.tryAgain()}
        </button>
      </div>
    )
  if (isLoading) return <p role="status">{messages.loading()}</p>
  const Dialog = open?.dialog
  return (
    <div className="grid gap-6">
      {run && <TagProgress run={run} onStop={stop} onContinue={resume} />}
      {tags.length === 0 ? (
        <div className="empty">
          <h2>{messages.noTagsTitle()}</h2>
          <p>{messages.noTags()}</p>
        </div>
      ) : (
        <ul data-items className="grid gap-3">
          {tags.slice(0, shown).map((tag) => (
            <TagRow
              key={tag.tag}
              tag={tag}
              {...(!readOnly && { disabled: isRunning, onOpen: (dialog) => setOpen({ tag, dialog }) })}
            />
          ))}
        </ul>
      )}
      {shown < tags.length && (
        <button type="button" className="btn btn-quiet justify-self-start" onClick={more}>
          {messages.moreTagsBelow()}
        </button>
      )}
      {drafts.data?.length === draftLimit && (
        <p className="text-muted">{messages.onlyLatestDrafts({ count: draftLimit })}</p>
      )}
      {open && Dialog && (
        <Dialog
          tag={open.tag}
          tags={tags}
          onClose={() => setOpen(undefined)}
          onConfirm={(to) => {
            setOpen(undefined)
            start({ from: open.tag.tag, to })
          }}
        />
      )}
    </div>
  )
}

type TagRowProps = {
  tag: OwnTag
  disabled?: boolean
  onOpen?: (dialog: typeof RenameTagDialog) => void
}

function TagRow({ tag: { tag, count, drafts }, disabled, onOpen }: TagRowProps) {
  const hidden = () => <span className="visually-hidden">{tag}</span>
  return (
    <li className="card flex flex-wrap items-center justify-between gap-3">
      <div className="min-w-0">
        <h2 className="text-xl wrap-anywhere" dir="auto">
          {tag}
        </h2>
        <p className="text-muted">{messages.tagPlaces(placesOf({ connections: count, drafts }))}</p>
      </div>
      {onOpen && (
        <div className="flex flex-wrap gap-3">
          <button
            type="button"
            className="btn btn-quiet"
            // `disabled` would lose the focus.
            aria-disabled={disabled}
            onClick={() => !disabled && onOpen(RenameTagDialog)}
          >
            {messages.renameTag({ hidden })}
          </button>
          <button
            type="button"
            className="btn btn-quiet"
            aria-disabled={disabled}
            onClick={() => !disabled && onOpen(DeleteTagDialog)}
          >
            {messages.deleteTag({ hidden })}
          </button>
        </div>
      )}
    </li>
  )
}
