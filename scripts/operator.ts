/**
 * `npm run operator -- user list|show|restrict|suspend|restore|plan|erase <email>`
 * `npm run operator -- contact list|show|erase <id>`
 * `npm run operator -- service-token [hours]|list|revoke <id>`
 * `npm run operator -- backup|backup-keys|verify|restore|backup-key <place>` (docs/deployment.md, "Backup")
 */
import { parseArgs } from 'node:util'
import { EmbeddedPostgresError } from '../packages/embedded-postgres/start.ts'
import { BackupError } from '../src/platform/backup/problems.server.ts'
import { ConfigError, readConfig } from '../src/platform/config.server.ts'
import { DatabaseSetupError } from '../src/platform/database/setup-error.ts'
import '../src/server/build/yaml-imports.ts'

// After the hook that lets Node import the catalogs of messages.
const { OperatorError, runOperator } = await import('../src/server/operations/operator.ts')

function parseArguments() {
  try {
    return parseArgs({
      allowPositionals: true,
      options: { yes: { type: 'string' }, key: { type: 'string' } },
    })
  } catch (thrown) {
    throw new OperatorError(`${(thrown as Error).message.split(/\.\s/)[0]?.replace(/\.$/, '')}.`)
  }
}

try {
  const { positionals, values } = parseArguments()
  console.log(await runOperator(readConfig(), { words: positionals, ...values }))
} catch (thrown) {
  const expected = [OperatorError, ConfigError, DatabaseSetupError, BackupError, EmbeddedPostgresError]
  const isExpected = expected.some((kind) => thrown instanceof kind)
  console.error(isExpected ? (thrown as Error).message : thrown)
  process.exitCode = 1
}
