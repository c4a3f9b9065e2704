import type { Compilable, CompiledQuery } from 'kysely'
import type { Database } from './pool.server.ts'

/** Stands in a statement that is written for whatever its value will be. */
class Placeholder {
  readonly name: string
  readonly place: number
  constructor(name: string, place: number) {
    this.name = name
    this.place = place
  }
}

/**
 * A statement that is asked for in every request: Kysely writes its text once, which costs as much as to ask it (docs/decisions/023).
 *
 * @param write gets what stands for each value: it may be put into the statement, and is nothing yet that could be read or judged
 * @returns asks it, of whatever database or transaction
 */
export function statement<Values extends Record<string, unknown>, Row>(
  write: (database: Database, values: Values) => Compilable<Row>,
): (database: Database, values: Values) => Promise<Row[]> {
  const ask = statementOfSeveral<[Values], Row>((database, [values]) => write(database, values))
  return (database, values) => ask(database, [values])
}

/**
 * As `statement`, for what is asked for together: written once for each number of them.
 *
 * @param write gets as many as are asked for, in their order
 */
export function statementOfSeveral<Several extends readonly Record<string, unknown>[], Row>(
  write: (database: Database, several: Several) => Compilable<Row>,
): (database: Database, several: Several) => Promise<Row[]> {
  const written: CompiledQuery<Row>[] = []
  return async (database, several) => {
    const { length } = several
    const text = written[length] ?? (write(database, placeholdersOf(several)).compile() as CompiledQuery<Row>)
    written[length] = text
    const parameters = text.parameters.map((value) =>
      value instanceof Placeholder ? several[value.place]?.[value.name] : value,
    )
    const asked: CompiledQuery<Row> = { ...text, parameters }
    const { rows } = await database.executeQuery(asked)
    return rows
  }
}

const placeholdersOf = <Several extends readonly unknown[]>(several: Several) =>
  several.map(
    (_, place) => new Proxy({}, { get: (_, name) => new Placeholder(String(name), place) }),
  ) as unknown as Several
