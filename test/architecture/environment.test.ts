import { describe, expect, test } from 'vitest'
import { environmentReads } from './environment.ts'

describe('The check for reads of the environment', () => {
  test.each([
    'const port = process.env.PORT',
    'const port = process?.env?.PORT',
    "const port = process['env'].PORT",
    'spawn(command, { env: { ...process.env } })',
    'const { env } = process',
    'const { env,\n argv } = process',
    'const { argv, env: settings } = globalThis.process',
    "import { env } from 'node:process'",
    "import { argv, env as settings } from 'process'",
    'process.loadEnvFile()',
  ])('reports %s', (line) => {
    expect(environmentReads('src/server/main.ts', `// a line\n${line}`)).toEqual(['src/server/main.ts:2'])
    expect(environmentReads('src/platform/config.server.ts', line)).toEqual([])
  })

  test.each([
    ' * @param source usually `process.env`',
    '// Nothing else reads process.env.',
    'const development = import.meta.env.DEV',
    'const { env } = settings; process.exit(1)',
    'process.environment',
  ])('ignores %s', (line) => {
    expect(environmentReads('src/server/main.ts', line)).toEqual([])
  })
})
