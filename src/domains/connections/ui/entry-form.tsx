import {
  type ReactNode,
  type SyntheticEvent,
  useCallback,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
} from 'react'
import { Link } from 'react-router'
import { LocalDate } from '../../../ui/local-date/local-date.tsx'
import { ToastAnchor } from '../../../ui/toast/toast-anchor.tsx'
import { PageOwner } from '../../../ui/user-id-field/user-id-field.tsx'
import { documentLimits, type EntryDocument, hasDetails } from '../document/document.rules.ts'
import {
  type EntryFields,
  type FieldProblems,
  readFields,
  toEntryFields,
} from '../document/entry-fields.rules.ts'
import type { Draft } from '../drafts/drafts.contract.ts'
import { type DraftState, useClearErrorOnSave, useDraft } from '../drafts/ui/use-draft.ts'
import * as messages from '../messages.en.yaml'
import { readableCount } from '../readable-count.rules.ts'
import { TagsField } from '../tags/ui/tags-field.tsx'
import { useOwnTags } from '../tags/ui/use-own-tags.ts'
import { LeaveBlocker, NotSaved, privateTextProps, TextProblem } from './form-parts.tsx'
import { useJournalPreferences } from './journal-preferences.ts'
import { MoreTerms } from './more-terms.tsx'
import { Prompts } from './prompts.tsx'
import { RecordFields } from './record-fields.tsx'
import { type PickedTerm, TermPicker } from './term-picker.tsx'
import type { Save } from './use-save.tsx'
import { WhenFields } from './when-fields.tsx'

export type EntryFormFields = EntryFields<PickedTerm>

type EntryFormProps = {
  id: string
  /** Null for a new Connection. */
  revision: number | null
  /** The Connection as it is saved. */
  saved?: EntryDocument
  /** The Connection's draft is offered, but not continued. */
  keepsOtherDraft?: boolean
  /** Where the form is sent without JavaScript. */
  action: string
  fields: EntryFormFields
  date: string
  draft: Draft | null
  /** Whether the page opens on the text. */
  startsInText: boolean
  cancelTo: string
  problem?: string | undefined
  save: Save
  signedOut: boolean
  clearError: () => void
}

const statusMessages: Partial<Record<DraftState, () => string>> = {
  saved: messages.draftSaved,
  failed: messages.draftFailed,
  elsewhere: messages.draftForked,
  orphaned: messages.draftOrphaned,
}

const hasDate = ({ day, month, year, time }: EntryFormFields['happened']) =>
  [day, month, year, time].some((typed) => typed !== '')

const countLabel = (content: string) => messages.characters({ count: readableCount(content) })

/** Specification points 2 and 5. The text comes first; all else is optional, and below it. */
export function EntryForm(props: EntryFormProps) {
  const { id, revision, keepsOtherDraft = false, action, date, startsInText, cancelTo } = props
  const { save, signedOut, clearError } = props
  const [fields, setFields] = useState(() => (props.draft ? toEntryFields(props.draft) : props.fields))
  const [problems, setProblems] = useState(() => problemsOf(fields, props.problem))
  const [saving, setSaving] = useState(false)
  const [failed, setFailed] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const text = useRef<HTMLTextAreaElement>(null)
  const lastDate = useRef(readFields(fields, null, new Date()).document.happened)
  const draft = useDraft({ id, entry_revision: revision, draft: props.draft, saved: props.saved })
  const { journal_tagging: tagging } = useJournalPreferences()
  const [tagsNeeded, setTagsNeeded] = useState(false)
  const ownTags = useOwnTags(tagging && tagsNeeded)
  useClearErrorOnSave(draft.state, clearError)

  const moveCaretToEnd = useCallback(() => {
    const field = text.current
    field?.focus({ preventScroll: true })
    field?.setSelectionRange(field.value.length, field.value.length)
  }, [])
  useEffect(() => {
    const { activeElement } = document
    // Before hydration the user may have gone to another field, or typed.
    const isFree = activeElement === document.body || activeElement?.localName === 'main'
    const isUntouched = activeElement === text.current && text.current?.selectionStart === 0
    if (startsInText && (isFree || isUntouched)) moveCaretToEnd()
  }, [startsInText, moveCaretToEnd])

  function read(of: EntryFormFields) {
    const result = readFields(of, lastDate.current, new Date())
    lastDate.current = result.document.happened
    return result
  }

  function change(part: Partial<EntryFormFields>) {
    const changed = { ...fields, ...part }
    setFields(changed)
    setProblems({})
    draft.save(read(changed).document)
  }

  async function submit(event: SyntheticEvent) {
    event.preventDefault()
    if (saving) return
    const { document: payload, problems: found } = read(fields)
    setProblems(found)
    if (Object.keys(found).length > 0) return focusProblem()
    setSaving(true)
    const onSaved = await save({ ...payload, keeps_draft: keepsOtherDraft || draft.isForked() })
    setSaving(false)
    setFailed(!onSaved)
    // Before navigating: unmounting would autosave again.
    if (onSaved && draft.end(payload)) onSaved()
  }

  /** After the render that marks it. */
  const focusProblem = () =>
    setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())

  const { content, terms, happened, tags, record } = fields
  const [term = null, ...moreTerms] = terms
  return (
    <form
      ref={form}
      method="post"
      action={action}
      onSubmit={submit}
      // Browsers store form text on disk (safety point 12); Firefox checks only the field.
      autoComplete="off"
      className="grid max-w-[46rem] gap-6"
    >
      <PageOwner />
      <input type="hidden" name="id" value={id} />
      {revision !== null && <input type="hidden" name="revision" value={revision} />}
      {keepsOtherDraft && <input type="hidden" name="keeps_draft" value="on" />}
      <input type="hidden" name="linked_term_ids" value={terms.map((one) => one.id).join(',')} />
      {!tagging && <input type="hidden" name="tags" value={tags} />}
      <div className="grid gap-2">
        <label htmlFor="content" className="strong">
          {messages.content()}
        </label>
        <textarea
          ref={text}
          id="content"
          {...(startsInText && { autoFocus: true, 'data-start': '' })}
          name="content"
          rows={12}
          className="text-area"
          dir="auto"
          autoComplete="off"
          {...privateTextProps}
          value={content}
          onChange={({ target }) => change({ content: target.value })}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) submit(event)
          }}
          aria-invalid={problems.content ? true : undefined}
          aria-describedby={problems.content ? 'content-error content-count' : 'content-count'}
        />
        <TextProblem id="content-error" text={problems.content} />
        <NotSaved state={draft.state} signedOut={signedOut} reason={draft.forbiddenReason} />
        <p className="needs-react flex flex-wrap justify-between gap-2 text-muted">
          <span id="content-count">{countLabel(useDeferredValue(content))}</span>
          <span role="status">{statusMessages[draft.state]?.()}</span>
        </p>
        <Prompts
          onChoose={(prompt) => {
            change({ content: content.trim() === '' ? `${prompt}\n` : `${content.trimEnd()}\n\n${prompt}\n` })
            setTimeout(moveCaretToEnd)
          }}
        />
      </div>
      <TermPicker
        label={messages.linkedTerm()}
        name="linked_term_id"
        value={term}
        onChange={(chosen) => {
          const others = moreTerms.filter((one) => one.id !== chosen?.id)
          change({ terms: chosen ? [chosen, ...others] : others })
        }}
      />
      {term && (
        <MoreTerms
          terms={moreTerms}
          isFull={terms.length >= documentLimits.terms}
          onChange={(more) => change({ terms: [term, ...more.filter((one) => one.id !== term.id)] })}
        />
      )}
      <TextProblem text={problems.terms} />
      <div className="folds flex flex-wrap gap-3">
        <Fold title={messages.when()} isFilled={hasDate(happened)} hasProblem={Boolean(problems.happened)}>
          <WhenFields
            value={happened}
            problem={problems.happened}
            onChange={(value) => change({ happened: value })}
          />
        </Fold>
        {tagging && (
          <Fold title={messages.tags()} isFilled={tags !== ''} hasProblem={Boolean(problems.tags)}>
            <TagsField
              typed={tags}
              ownTags={ownTags}
              problem={problems.tags}
              onFocus={() => setTagsNeeded(true)}
              onChange={(typed) => change({ tags: typed })}
            />
          </Fold>
        )}
        <Fold
          title={messages.record()}
          isFilled={hasDetails({ happened: null, tags: [], record })}
          hasProblem={false}
        >
          <RecordFields value={record} onChange={(value) => change({ record: value })} />
        </Fold>
      </div>
      <p className="flex flex-wrap gap-x-3 text-muted">
        <span>{messages.date()}</span>
        <LocalDate time={date} long />
      </p>
      <LeaveBlocker isAtRisk={draft.isAtRisk} />
      <div className="form-actions flex flex-wrap gap-3">
        <button type="submit" className="btn" aria-disabled={saving}>
          {saving ? messages.saving() : messages.save()}
        </button>
        <Link to={cancelTo} className="btn btn-quiet">
          {messages.cancel()}
        </Link>
      </div>
      {failed && <ToastAnchor />}
    </form>
  )
}

/** Beside the field that has the problem of a form that was sent without scripts; otherwise, beside the text. */
function problemsOf(fields: EntryFormFields, problem: string | undefined): FieldProblems {
  if (!problem) return {}
  const { problems } = readFields(fields, null, new Date())
  return Object.keys(problems).length > 0 ? problems : { content: problem }
}

type FoldProps = { title: string; isFilled: boolean; hasProblem: boolean; children: ReactNode }

/** Open from the start where something is filled in, and where something is wrong. */
function Fold({ title, isFilled, hasProblem, children }: FoldProps) {
  const [isOpen, setOpen] = useState(isFilled)
  useEffect(() => {
    if (hasProblem) setOpen(true)
  }, [hasProblem])
  return (
    <details className="fold" open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className="btn btn-quiet">{title}</summary>
      <div className="pt-4">{children}</div>
    </details>
  )
}
