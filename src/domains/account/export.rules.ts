import { html } from 'hono/html'
import { language } from '../../platform/language.ts'
import { withLineBreaks } from '../../platform/visible-text.ts'
import { describeDetails } from '../connections/document/details.contract.ts'
import type { Draft } from '../connections/drafts/drafts.contract.ts'
import type { Entry } from '../connections/entries.contract.ts'
import type { ExportedVersion } from '../connections/history/versions.contract.ts'
import { archiveVersion } from '../connections/import/archive.contract.ts'
import type { LockRow } from '../connections/lock/lock.contract.ts'
import type { DeletedEntry } from '../connections/trash/trash.contract.ts'
import type { AccountData } from './export.contract.ts'
import * as messages from './messages.en.yaml'

type Batches = AsyncIterable<Entry[]>
type DeletedBatches = AsyncIterable<DeletedEntry[]>

/** Whether only its writer can open it (docs/decisions/042), and it is not open. */
export const isLocked = (row: { content: string | null; locked?: unknown }): boolean =>
  row.content === null && row.locked !== undefined

const prettyJson = (value: unknown) => JSON.stringify(value, null, 2)

/** What is read in batches, so that a slow reader blocks nothing. */
type DataBatches = {
  connections: Batches
  connection_versions: AsyncIterable<ExportedVersion[]>
  deleted_connections: DeletedBatches
  /** Rows that nobody can open for now, as they are stored; only where there are some. */
  set_aside?: AsyncIterable<LockRow[]>
}

/** Streams data.json; JSON preserves lone surrogates (ECMA-262, 25.5.2). */
export async function* writeData(
  made_at: Date,
  accountData: AccountData,
  batches: DataBatches,
): AsyncGenerator<string> {
  const head = { v: archiveVersion, made_at, ...accountData }
  yield prettyJson(head).replace(/\n\}$/, '')
  const counts: Record<string, number> = {}
  for (const [name, batched] of Object.entries(batches)) {
    yield `,\n  "${name}": [`
    let count = 0
    for await (const rows of batched) {
      for (const row of rows) yield `${count++ > 0 ? ',' : ''}\n${JSON.stringify(row)}`
    }
    yield '\n  ]'
    counts[name] = count
  }
  counts.drafts = accountData.drafts.length
  counts.favorites = accountData.favorites.length
  yield `,\n  "counts": ${JSON.stringify(counts)}\n}\n`
}

/** Streams connections.html. Its CSP blocks scripts and requests. */
export async function* writeHtml(
  made_at: Date,
  timeZone: string,
  drafts: Draft[],
  batches: Batches,
  deletedBatches: DeletedBatches,
  note?: string,
): AsyncGenerator<string> {
  const time = new Intl.DateTimeFormat(language(), { dateStyle: 'full', timeStyle: 'short', timeZone })
  const heading = (iso: string) => time.format(new Date(iso))
  const article = async (title: unknown, entry: Entry | Draft) => {
    const { created_at, updated_at, content, terms } = entry
    return `${await html`<article>
${title}
${terms.map(({ term_name }) => html`<p class="about">${messages.exportAbout({ term: term_name })}</p>`)}
${content === null ? html`<p class="about">${isLocked(entry) ? messages.exportLocked() : messages.exportUnreadable()}</p>` : html`<p class="text" dir="auto">${withLineBreaks(content)}</p>`}
${describeDetails(entry).map(([label, text]) => html`<p class="about">${label}: <span dir="auto">${withLineBreaks(text)}</span></p>`)}
${updated_at === created_at ? '' : html`<p class="about">${messages.exportChanged({ time: heading(updated_at) })}</p>`}
</article>`}\n`
  }
  yield `<!doctype html>
<html lang="${language()}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${messages.exportTitle()}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${messages.exportTitle()}</h1>
<p class="about">${messages.exportMade({ time: time.format(made_at), timeZone: timeZone.replaceAll('_', ' ') })}</p>
${note ? `<p>${note}</p>\n` : ''}`
  let isEmpty = true
  for await (const entries of batches) {
    if (entries.length > 0) isEmpty = false
    for (const entry of entries) yield article(html`<h2>${heading(entry.created_at)}</h2>`, entry)
  }
  if (isEmpty) yield `<p>${messages.exportEmpty()}</p>\n`
  if (drafts.length > 0) yield `<h2 class="part">${messages.exportDrafts()}</h2>\n`
  for (const draft of drafts) yield article(html`<h3>${heading(draft.created_at)}</h3>`, draft)
  let hasTrash = false
  for await (const entries of deletedBatches) {
    if (!hasTrash) yield `<h2 class="part">${messages.exportTrash()}</h2>\n`
    hasTrash = true
    for (const entry of entries) yield article(html`<h3>${heading(entry.created_at)}</h3>`, entry)
  }
  yield '</main>\n</body>\n</html>\n'
}

const style = `
:root { color-scheme: light dark; }
body { max-width: 42rem; margin: 2rem auto; padding: 0 1.2rem; font: 1.1rem/1.65 Georgia, serif; }
h1, h2, h3 { line-height: 1.25; }
h2, h3 { margin: 0 0 .3rem; font-size: 1.15rem; break-after: avoid; }
.part { margin-top: 3.5rem; font-size: 1.5rem; }
article { margin: 2.2rem 0; padding-top: 1.4rem; border-top: 1px solid GrayText; }
p { margin: .3rem 0; }
.about { font: .95rem/1.5 system-ui, sans-serif; }
.text { white-space: pre-wrap; overflow-wrap: anywhere; orphans: 3; widows: 3; }
@media print { :root { color-scheme: light; } body { max-width: none; margin: 0; padding: 0; font-size: 11pt; } }
`
