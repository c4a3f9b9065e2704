import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { cruiseTree, domainCycles, importRules, misnamedImports } from './dependency-rules.ts'
import { allSeeds, seededRules } from './rule-fixtures/seeds.ts'
import { type FixtureTree, type Tree, writeTree } from './rule-fixtures/tree.ts'

/* Tests that each rule reports its violation in a small fixture project, and that no other rule does. */

let tree: FixtureTree
beforeAll(async () => {
  tree = await writeTree()
})
afterAll(() => tree?.remove())

async function checkTree(changes: Tree = {}) {
  const restore = await tree.change(changes)
  try {
    return await cruiseTree(tree.root)
  } finally {
    await restore()
  }
}

test('a project that obeys every rule passes', async () => {
  const { modules, violations } = await checkTree()

  expect(violations).toEqual([])
  expect(misnamedImports(modules)).toEqual([])
  expect(domainCycles(modules)).toEqual([])
})

test('every rule has a seeded violation', () => {
  const rules = importRules.ruleSet?.forbidden?.map(({ name }) => name)

  expect(seededRules.toSorted()).toEqual(rules?.toSorted())
})

describe('A violation is reported', () => {
  test.each(allSeeds)('$rule: $changes', async ({ rule, changes }) => {
    const { violations } = await checkTree(changes)

    expect(new Set(violations.map((violation) => violation.rule))).toEqual(new Set([rule]))
    expect(violations.map(({ from }) => from)).toContain(Object.keys(changes)[0])
  })

  test.each(['./terms.rules.js', './terms.rules'])(
    'for an import of terms.rules.ts written as %s',
    async (written) => {
      const { modules } = await checkTree({ 'src/domains/glossary/terms.writes.server.ts': [written] })

      expect(misnamedImports(modules)).toEqual([
        `src/domains/glossary/terms.writes.server.ts imports src/domains/glossary/terms.rules.ts as '${written}'`,
      ])
    },
  )

  test('for domains that depend on each other through different files', async () => {
    const { modules, violations } = await checkTree({
      'src/domains/glossary/terms.reads.server.ts': ['../demo/demo.contract.ts'],
    })

    expect(violations).toEqual([])
    expect(domainCycles(modules)).toEqual(['demo → favorites → glossary → demo'])
  })
})
