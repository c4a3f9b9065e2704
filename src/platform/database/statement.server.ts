import type { Compilable, CompiledQuery } from 'kysely'
import type { Database } from './pool.server.ts'

/** Stands in a statement that is written for whatever its value will be. */
class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
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
  let written: CompiledQuery<Row> | undefined
  return async (database, values) => {
    written = written ?? (write(database, placeholders as Values).compile() as CompiledQuery<Row>)
    const parameters = written.parameters.map((value) =>
      value instanceof Placeholder ? values[value.name] : value,
    )
    const asked: CompiledQuery<Row> = { ...written, parameters }
    const { rows } = await database.executeQuery(asked)
    return rows
  }
}

const placeholders = new Proxy({}, { get: (_, name) => new Placeholder(String(name)) })
