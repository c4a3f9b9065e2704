import { strToU8, type Zippable, zipSync } from 'fflate'
import { v7 as uuidv7 } from 'uuid'
import { describe, expect, test } from 'vitest'
import { planImport } from './findings.rules.ts'
import { readFiles } from './read-files.client.ts'

const now = new Date('2026-03-04T12:00:00Z')
const signal = new AbortController().signal

const json = (value: unknown) => JSON.stringify(value, null, 2)
const fileOf = (name: string, content: BlobPart) =>
  new File([content], name, { lastModified: Date.UTC(2025, 4, 6) })
const zipOf = (files: Zippable, name = 'my-data.zip') => fileOf(name, zipSync(files) as BlobPart)
const read = (...files: File[]) => readFiles(files, { now, signal })
const reasonsIn = async (...files: File[]) => (await read(...files)).unreadable.map(({ reason }) => reason)

const connection = (change: object = {}) => ({
  id: uuidv7(),
  created_at: '2024-03-14T21:30:00.123Z',
  updated_at: '2024-03-15T08:00:00.000Z',
  content: 'It rained.',
  ...change,
})
const archive = (connections: unknown[], more: object = {}) => ({ v: 1, made_at: now, connections, ...more })
const moment = (change: object = {}) => ({
  uuid: '0F1E2D3C4B5A69788796A5B4C3D2E1F0',
  creationDate: '2021-01-05T18:21:00Z',
  text: 'A walk\\.\n\n![](dayone-moment://ABC123)\n\nHome \\(late\\)',
  ...change,
})
const journal = (entries: unknown[]) => ({ metadata: { version: '1.0' }, entries })

describe('Our own archive', () => {
  const term = { id: uuidv7(), slug: 'gaslighting', term_name: 'Gaslighting', tags: [], retired: false }
  const full = connection({
    linked_term_ids: [term.id],
    terms: [term],
    happened: { date: '2020-03-09', time: '21:30', about: true, time_zone: 'Europe/Berlin' },
    tags: ['Phone'],
    record: { place: 'Home', people: '', proof: 'A photo', disclosed_to: '' },
  })

  test('is read with all fields, in a ZIP file and unpacked', async () => {
    const data = archive([full], { drafts: [{}, {}], deleted_connections: [{}], favorites: [{}, {}, {}] })
    const { updated_at, terms: _, ...rest } = full as Record<string, unknown>
    const files = { 'connections.html': strToU8('<p>'), 'data.json': strToU8(json(data)) }
    for (const file of [zipOf(files), fileOf('data.json', json(data))]) {
      const found = await read(file)
      expect(found.unreadable).toEqual([])
      expect(found.entries.map(({ entry }) => entry)).toEqual([
        { ...rest, updated_at, terms: [{ id: term.id, slug: term.slug, term_name: term.term_name }] },
      ])
      expect(found.leftOut).toMatchObject({ drafts: 2, deleted: 1, favorites: 3, files: 0 })
      expect([found.isNewer, found.fields.size]).toEqual([false, 0])
    }
  })

  test('of the first version has one term', async () => {
    const old = connection({ linked_term_id: term.id, term })
    const { entries } = await read(fileOf('data.json', json({ made_at: now, connections: [old] })))
    expect(entries[0]?.entry).toMatchObject({
      linked_term_ids: [term.id],
      terms: [{ slug: 'gaslighting' }],
      tags: [],
      happened: null,
    })
  })

  test('of a newer version is read as far as it is known, and the rest is named', async () => {
    const newer = connection({ mood: 3, future: null, record: { place: 'Home', witness: 'A neighbor' } })
    const found = await read(fileOf('data.json', json(archive([newer], { v: 99, made_of: {} }))))
    expect(found.entries).toHaveLength(1)
    expect(found.isNewer).toBe(true)
    expect([...found.fields]).toEqual(['mood', 'record.witness'])
  })

  test('names the entries that are still locked, and reads none of them as empty', async () => {
    const locked = { lock_id: connection().id, data: 'AQAAAAE=' }
    const closed = [null, undefined, 5].map((content) => connection({ content, locked }))
    const found = await read(
      fileOf('data.json', json(archive([...closed, connection({ content: 'Open.' })]))),
    )
    expect(found.entries.map(({ entry }) => entry.content)).toEqual(['Open.'])
    expect(found.unreadable.map(({ number, reason }) => [number, reason])).toEqual(
      [1, 2, 3].map((number) => [number, expect.stringContaining('still locked in this file')]),
    )
    expect([...found.fields]).toEqual([])
  })

  test('with entries that nobody could save names each, and reads the others', async () => {
    const broken = [
      ...[connection({ content: null }), connection({ id: 'x' }), connection({ id: undefined }), null, 5],
      connection({ created_at: '2024-02-30T10:00:00Z' }),
      connection({ created_at: '2099-01-01T10:00:00Z' }),
      connection({ created_at: '1800-01-01T10:00:00Z' }),
      connection({ content: 'x'.repeat(100_001) }),
      connection({ content: ['x'] }),
      connection({ happened: { date: '2024-02-30' } }),
    ]
    const { entries, unreadable } = await read(fileOf('data.json', json(archive([...broken, connection()]))))
    expect(entries.map(({ number }) => number)).toEqual([broken.length + 1])
    expect(unreadable.map(({ number }) => number)).toEqual(broken.map((_, index) => index + 1))
    for (const { file, reason } of unreadable)
      expect([file, reason]).toEqual(['data.json', expect.stringMatching(/\w.*[.]$/)])
  })

  test('with too many or too long tags keeps those that fit', async () => {
    const tags = ['x'.repeat(10_000), ...Array.from({ length: 500 }, (_, number) => `tag ${number}`), 7, null]
    const found = await read(fileOf('data.json', json(archive([connection({ tags })]))))
    expect(found.entries[0]?.entry.tags).toHaveLength(50)
    expect(found.leftOut.tags).toBe(451)
  })

  test('with names that mean something in JavaScript changes no object', async () => {
    const entry = json(connection()).replace(
      '{',
      '{"__proto__": {"content": "bad", "isAdmin": true}, "constructor": 1,',
    )
    const text = `{"__proto__": {"x": 1}, "made_at": 1, "connections": [${entry}], "toString": [1]}`
    const { entries, fields } = await read(fileOf('data.json', text))
    expect(entries[0]?.entry.content).toBe('It rained.')
    expect([...fields].toSorted()).toEqual(['__proto__', 'constructor'])
    expect(Object(entries[0]?.entry).isAdmin).toBeUndefined()
    expect(Object.prototype).not.toHaveProperty('content')
  })
})

describe('A Day One journal', () => {
  test('is read with its tags and places, and without photos', async () => {
    const located = moment({
      tags: ['walk', 'Walk', ''],
      modifiedDate: '2021-01-06T18:21:00Z',
      location: { placeName: 'The lake', localityName: 'Town', country: 'Land', latitude: 1, longitude: 2 },
      photos: [{}, {}],
      weather: {},
    })
    const files = {
      'Journal.json': strToU8(json(journal([located]))),
      photos: { 'a.jpeg': new Uint8Array(9) },
      __MACOSX: { '._Journal.json': new Uint8Array(9) },
    }
    const found = await read(zipOf(files, 'Export.zip'))
    expect(found.unreadable).toEqual([])
    expect(found.entries).toMatchObject([
      {
        file: 'Journal.json',
        entry: {
          created_at: '2021-01-05T18:21:00.000Z',
          updated_at: '2021-01-06T18:21:00.000Z',
          content: 'A walk.\n\nHome (late)',
          tags: ['walk'],
          record: { place: 'The lake, Town, Land', people: '' },
        },
      },
    ])
    expect(found.leftOut).toMatchObject({ media: 2, files: 0 })
    expect(found.hasDayOne).toBe(true)
  })

  test('has the same ids each time, also when a text was changed', async () => {
    const idsOf = async (entries: unknown[]) =>
      (await read(fileOf('Journal.json', json(journal(entries))))).entries.map(({ entry }) => entry.id)
    const [id] = await idsOf([moment()])
    expect(await idsOf([moment({ text: 'Changed.' })])).toEqual([id])
    expect(await idsOf([moment({ uuid: 'F0' })])).not.toEqual([id])
  })

  test('without text, or with rich text only, and with coordinates only', async () => {
    const rich = JSON.stringify({ contents: [{ text: 'Rich ' }, { text: 'text' }, { embeddedObjects: [] }] })
    const { entries, unreadable, leftOut } = await read(
      fileOf(
        'Journal.json',
        json(
          journal([
            moment({ text: '![](dayone-moment://ABC)', photos: [{}] }),
            moment({ text: undefined, richText: rich, location: { latitude: 1.5, longitude: -2 } }),
            moment({ text: undefined, richText: '{' }),
          ]),
        ),
      ),
    )
    expect(entries.map(({ entry }) => [entry.content, entry.record.place])).toEqual([
      ['Rich text', '1.5, -2'],
    ])
    expect(unreadable.map(({ number, reason }) => [number, reason])).toEqual([
      [1, 'It has no text.'],
      [3, 'It has no text.'],
    ])
    expect(leftOut.media).toBe(1)
  })
})

describe('Texts', () => {
  test('are read alone and in a ZIP file, each in its encoding', async () => {
    const files = {
      'Diary/2024-03-14.md': strToU8('---\ntags: one\n---\nText.'),
      'Diary/2024-03-15.txt': Uint8Array.of(0x47, 0xf6, 0xdf),
      'Diary/picture.png': new Uint8Array(9),
      'Diary/.hidden.md': strToU8('Hidden.'),
    }
    const packed = await read(zipOf(files))
    expect(packed.entries.map(({ entry }) => [entry.created_at, entry.content])).toEqual([
      ['2024-03-14T12:00:00.000Z', 'Text.'],
      ['2024-03-15T12:00:00.000Z', 'Göß'],
    ])
    expect(packed.leftOut.files).toBe(1)
    expect(packed.notes.windows).toBe(1)
    const alone = await read(
      ...Object.entries(files).map(([name, bytes]) => fileOf(name.split('/')[1] ?? '', bytes as BlobPart)),
    )
    expect(alone.entries.map(({ entry }) => entry.id)).toEqual(packed.entries.map(({ entry }) => entry.id))
  })

  test('that are empty, too long or no text are named', async () => {
    const { entries, unreadable } = await read(
      fileOf('empty.txt', ' '),
      fileOf('long.txt', 'x'.repeat(1_000_001)),
      fileOf('picture.txt', Uint8Array.of(1, 0, 0, 0, 2)),
    )
    expect(entries).toEqual([])
    expect(unreadable.map(({ file }) => file)).toEqual(['empty.txt', 'long.txt', 'picture.txt'])
  })
})

describe('A hostile or damaged file', () => {
  const data = strToU8(json(archive([connection()])))

  test('with an unsafe name in a ZIP file is skipped', async () => {
    const names = ['../data.json', '/data.json', 'a/../../data.json', 'C:\\data.json', '..\\data.json']
    const found = await read(
      zipOf({ 'data.json': data, ...Object.fromEntries(names.map((name) => [name, data])) }),
    )
    expect(found.entries).toHaveLength(1)
    expect(found.leftOut.paths).toBe(names.length)
  })

  test('that unpacks to very much is stopped, and what was read before stays', async () => {
    const bomb = zipOf({
      'a.md': strToU8('Text.'),
      'b.json': new Uint8Array(30_000_000),
      'c.md': strToU8('More.'),
    })
    expect(bomb.size).toBeLessThan(100_000)
    const found = await readFiles([bomb], { now, signal, mostBytes: 20_000_000 })
    expect(found.entries).toHaveLength(1)
    expect(found.unreadable).toEqual([
      { file: 'my-data.zip: b.json', reason: expect.stringContaining('more than 20 MB') },
    ])
    const large = await readFiles([fileOf('large.json', `{"a":"${'x'.repeat(2_000)}`)], {
      now,
      signal,
      mostBytes: 1_000,
    })
    expect(large.unreadable[0]?.reason).toContain('more than 1 MB')
  })

  test('that is cut at any place gives a sentence and no wrong text', async () => {
    const whole = zipSync({ 'data.json': data, 'a.md': strToU8('Text.') })
    for (let length = 0; length < whole.length; length += 7) {
      const { entries, unreadable } = await read(fileOf('cut.zip', whole.slice(0, length) as BlobPart))
      expect(entries, `${length}`).toEqual([])
      expect(unreadable[0]?.reason, `${length}`).toContain('damaged')
    }
  })

  test('whose bytes were changed is found by its checksum', async () => {
    const stored = zipSync({ 'a.md': [strToU8('He was there.'), { level: 0 }] })
    const at = Buffer.from(stored).indexOf('there')
    stored.set(strToU8('never'), at)
    expect(await reasonsIn(fileOf('changed.zip', stored as BlobPart))).toEqual([
      expect.stringContaining('damaged'),
    ])
  })

  test('that is locked, or packed in another way, says so', async () => {
    const directory = (zip: Uint8Array) => Buffer.from(zip).indexOf('PK\x01\x02', 0, 'latin1')
    const locked = zipSync({ 'data.json': data })
    locked[directory(locked) + 8] = 1
    expect(await reasonsIn(fileOf('locked.zip', locked as BlobPart))).toEqual([
      expect.stringContaining('locked'),
    ])
    const packed = zipSync({ 'data.json': data })
    packed[directory(packed) + 10] = 14
    expect(await reasonsIn(fileOf('packed.zip', packed as BlobPart))).toEqual([
      expect.stringContaining('can’t unpack'),
    ])
  })

  test('with sizes and offsets that are not true reads nothing beyond it', async () => {
    const zip = zipSync({ 'data.json': data })
    const view = Buffer.from(zip)
    for (const [signature, field] of [
      ...[20, 24, 28, 30, 42].map((field) => ['PK\x01\x02', field] as const),
      ...[10, 12, 16].map((field) => ['PK\x05\x06', field] as const),
    ]) {
      const changed = Uint8Array.from(zip)
      changed.fill(
        0xfe,
        view.indexOf(signature, 0, 'latin1') + field,
        view.indexOf(signature, 0, 'latin1') + field + 2,
      )
      const { entries, unreadable } = await read(fileOf('lies.zip', changed as BlobPart))
      expect([entries.length, unreadable.length], `${signature} ${field}`).toEqual([0, 1])
    }
  })

  test.each([
    ['{"name": "x", "version": "1.0.0"}', 'neither'],
    ['[]', 'damaged'],
    ['not JSON', 'damaged'],
    ['{"connections": [{', 'damaged'],
    ['', 'damaged'],
    [Uint8Array.of(0x7b, 0x22, 0xff, 0x22), 'damaged'],
  ])('of JSON that we do not know (%s) says so', async (content, reason) => {
    expect(await reasonsIn(fileOf('other.json', content as BlobPart))).toEqual([
      expect.stringContaining(reason),
    ])
  })

  test('of JSON that is cut gives what was complete', async () => {
    const text = json(archive([connection(), connection({ content: 'Cut' })]))
    const found = await read(fileOf('data.json', text.slice(0, text.indexOf('"Cut"') + 3)))
    expect(found.entries.map(({ entry }) => entry.content)).toEqual(['It rained.'])
    expect(found.unreadable).toEqual([
      { file: 'data.json', reason: expect.stringContaining('ends too early') },
    ])
  })

  test('with deep nesting neither hangs nor throws', async () => {
    const deep = `{"made_at": 1, "connections": [${'['.repeat(200_000)}${']'.repeat(200_000)}, ${json(connection())}]}`
    const { entries, unreadable } = await read(fileOf('data.json', deep))
    expect([entries.length, unreadable.length]).toEqual([1, 1])
  })

  test('of another kind is counted, and an empty ZIP file says so', async () => {
    const found = await read(fileOf('x.png', 'x'), zipOf({ 'x.png': new Uint8Array(3) }))
    expect(found.leftOut.files).toBe(2)
    expect(found.unreadable).toHaveLength(1)
  })
})

test('50,000 entries are read in short turns, can be stopped, and 20,000 of them fit', async () => {
  const many = fileOf(
    'data.json',
    JSON.stringify(archive(Array.from({ length: 50_000 }, () => connection()))),
  )
  const progress: number[] = []
  const { entries } = await readFiles([many], { now, signal, onProgress: (count) => progress.push(count) })
  expect(entries).toHaveLength(50_000)
  expect(progress.length).toBeGreaterThan(3)
  const [first] = entries
  const plan = planImport(entries, { ids: [first?.entry.id ?? '', uuidv7()], deleted_ids: [uuidv7()] })
  expect([plan.fresh.length, plan.existing, plan.noRoom]).toEqual([19_998, 1, 30_001])
  const controller = new AbortController()
  const stopped = readFiles([many], { now, signal: controller.signal, onProgress: () => controller.abort() })
  await expect(stopped).rejects.toThrow('stopped')
})

test('Entries that are in the files twice are imported once, the newest first', async () => {
  const [old, young] = [connection({ created_at: '2001-01-01T00:00:00Z' }), connection()]
  const file = () => fileOf('data.json', json(archive([old, young])))
  const { entries } = await read(file(), file())
  const plan = planImport(entries, { ids: [], deleted_ids: [] })
  expect(plan.repeated).toBe(2)
  expect(plan.fresh.map(({ entry }) => entry.id)).toEqual([young.id, old.id])
  expect(planImport(entries, { ids: [old.id], deleted_ids: [young.id] })).toMatchObject({
    existing: 2,
    fresh: [],
  })
})
