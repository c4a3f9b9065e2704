import { randomUUID } from 'node:crypto'
import type { Page, Request } from 'playwright'
import { fromBase64, toBase64 } from '../../src/domains/connections/keyring/bytes.rules.ts'
import {
  contentKey,
  type EnvelopePlace,
  openEnvelope,
  sealEnvelope,
} from '../../src/domains/connections/keyring/envelope.rules.ts'
import { createKeyring, newJournalKey } from '../../src/domains/connections/keyring/keyring.rules.ts'
import { newKit } from '../../src/domains/connections/keyring/kit.rules.ts'
import type { Locked, LockRow, MovedRow } from '../../src/domains/connections/lock/lock.contract.ts'
import { expect } from './journey.ts'

const headers = { 'Sec-Fetch-Site': 'same-origin' }

/** A journal that was locked outside the page, and what opens it. */
export type LockedJournal = {
  lock_id: string
  user_id: string
  /** 24 words. */
  kit: string
  /** Opens what the API has of a Connection, a version or a draft. */
  open: (row: StoredRow) => Promise<Record<string, unknown>>
}

type StoredRow = { id: string; revision: number; locked?: Locked; writer?: string | null; sequence?: number }

/** Sends a request as the page's user. */
export async function request(
  page: Pick<Page, 'request'>,
  address: string,
  method: string,
  path: string,
  data?: object,
) {
  const answer = await page.request.fetch(`${address}/api${path}`, { method, headers, ...(data && { data }) })
  expect(answer.ok(), `${method} ${path}: ${answer.status()} ${await answer.text()}`).toBe(true)
  return answer.status() === 204 ? undefined : answer.json()
}

/** Locks the journal of a user who has signed in lately: encrypts all rows here, and has the server destroy its key. */
export async function lockJournal(page: Pick<Page, 'request'>, address: string): Promise<LockedJournal> {
  const html = await (await page.request.get(`${address}/dashboard/settings`)).text()
  const user_id = /name="user_id" value="([0-9a-f-]{36})"/.exec(html)?.[1] ?? ''
  const lock_id = randomUUID()
  const journalKey = newJournalKey()
  const { words, entropy } = newKit()
  const keyring = await createKeyring({ user_id, lock_id }, journalKey, [{ kind: 'kit', entropy }])
  const key = await contentKey(journalKey, lock_id)
  await request(page, address, 'POST', '/journal-lock', { keyring })
  const { rows, next } = await request(page, address, 'GET', '/journal-lock/rows?from=none')
  expect(next).toBeNull()
  const moved = await Promise.all((rows as LockRow[]).map((row) => seal(row, key, { lock_id, user_id })))
  if (moved.length > 0)
    await request(page, address, 'POST', '/journal-lock/rows', { from: null, to: lock_id, rows: moved })
  await request(page, address, 'POST', `/journal-lock/${lock_id}/finish`)
  return {
    ...{ lock_id, user_id, kit: words.join(' ') },
    async open({ id, revision, locked, writer, sequence }) {
      const place = { lock_id, user_id, id }
      const whole: EnvelopePlace =
        typeof writer === 'string'
          ? { ...place, kind: 'draft', writer, sequence: sequence ?? 0 }
          : { ...place, kind: 'entry', revision }
      return JSON.parse((await openEnvelope(key, fromBase64(locked?.data ?? ''), whole)).json)
    },
  }
}

async function seal(
  { table, id, revision, document, created_at, updated_at }: LockRow,
  key: CryptoKey,
  owner: { lock_id: string; user_id: string },
): Promise<MovedRow> {
  const json = JSON.stringify({ ...JSON.parse(document ?? ''), created_at, updated_at })
  const origin = { writer: randomUUID(), sequence: 1 }
  const isDraft = table === 'journal_drafts'
  const place: EnvelopePlace = isDraft
    ? { ...owner, kind: 'draft', id, ...origin }
    : { ...owner, kind: 'entry', id, revision }
  const data = toBase64(await sealEnvelope(key, json, place, 1))
  return { table, id, revision, locked: { lock_id: owner.lock_id, data }, ...(isDraft && origin) }
}

/** Opens the journal in the page by its kit. */
export async function openJournal(page: Page, { kit }: LockedJournal): Promise<void> {
  await page.getByRole('textbox', { name: 'Your 24 words' }).fill(kit)
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await expect(page.getByRole('textbox', { name: 'Your 24 words' })).toHaveCount(0)
}

/** Records what a page sends from now on, to search it for words: addresses, headers, and bodies. */
export function recordRequests(page: Page): {
  expectWithout: (...words: string[]) => void
  urls: () => string[]
} {
  const sent: Request[] = []
  page.context().on('request', (each) => sent.push(each))
  return {
    urls: () => sent.map((each) => `${each.method()} ${each.url()}`),
    expectWithout(...words) {
      expect(sent.length).toBeGreaterThan(0)
      for (const each of sent) {
        const text = `${each.url()} ${JSON.stringify(each.headers())} ${each.postData() ?? ''}`
        for (const word of words) {
          for (const form of [word, encodeURIComponent(word), toBase64(new TextEncoder().encode(word))])
            expect(text.includes(form), `${each.method()} ${each.url()} has “${word}”`).toBe(false)
        }
      }
    },
  }
}
