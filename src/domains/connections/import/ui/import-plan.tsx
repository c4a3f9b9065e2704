import { LocalDate } from '../../../../ui/local-date/local-date.tsx'
import { limits } from '../../entries.rules.ts'
import type { Findings, Plan } from '../findings.rules.ts'
import * as messages from '../messages.en.yaml'
import { UnreadableList } from './unreadable-list.tsx'

/** What an import would do, before anything is sent. */
export function ImportPlan({ findings, plan }: { findings: Findings; plan: Plan }) {
  const { fresh, existing, repeated, noRoom } = plan
  const { unreadable, notes, isNewer } = findings
  const [last, first] = [fresh[0], fresh.at(-1)]
  return (
    <>
      <div className="grid gap-2">
        <p className="strong">{summaryOf(plan, findings)}</p>
        {first && last && (
          <p>
            {messages.dates({
              first: () => <LocalDate time={first.entry.created_at} />,
              last: () => <LocalDate time={last.entry.created_at} />,
            })}
          </p>
        )}
        {existing > 0 && <p>{messages.alreadyHere({ count: existing })}</p>}
        {repeated > 0 && <p>{messages.repeated({ count: repeated })}</p>}
        {noRoom > 0 && <p>{messages.noRoom({ count: noRoom, max: limits.entries })}</p>}
        {isNewer && <p>{messages.noteNewer()}</p>}
        {notes.windows > 0 && <p>{messages.noteWindows({ count: notes.windows })}</p>}
        {notes.dates > 0 && <p>{messages.noteDates({ count: notes.dates })}</p>}
      </div>
      <UnreadableList title={messages.unreadableTitle({ count: unreadable.length })} items={unreadable} />
      <LeftOut findings={findings} />
    </>
  )
}

function summaryOf({ fresh, existing, noRoom }: Plan, { unreadable }: Findings): string {
  if (fresh.length > 0) return messages.foundNew({ count: fresh.length })
  return existing + noRoom + unreadable.length > 0 ? messages.foundNoneNew() : messages.foundNothing()
}

function LeftOut({ findings: { leftOut, fields, hasDayOne } }: { findings: Findings }) {
  const counted = [
    [messages.leftOutMedia, leftOut.media],
    [messages.leftOutDrafts, leftOut.drafts],
    [messages.leftOutDeleted, leftOut.deleted],
    [messages.leftOutFavorites, leftOut.favorites],
    [messages.leftOutTags, leftOut.tags],
    [messages.leftOutFiles, leftOut.files],
    [messages.leftOutPaths, leftOut.paths],
  ] as const
  const sentences = [
    ...counted.flatMap(([message, count]) => (count > 0 ? [message({ count })] : [])),
    ...(hasDayOne ? [messages.leftOutDayOne()] : []),
    ...(fields.size > 0 ? [messages.leftOutFields({ names: [...fields].slice(0, 20).join(', ') })] : []),
  ]
  if (sentences.length === 0) return null
  return (
    <div className="grid gap-2">
      <h3>{messages.leftOutTitle()}</h3>
      <ul className="list-disc ps-6">
        {sentences.map((sentence) => (
          <li key={sentence} className="wrap-anywhere">
            {sentence}
          </li>
        ))}
      </ul>
      <p className="text-muted">{messages.keepFile()}</p>
    </div>
  )
}
