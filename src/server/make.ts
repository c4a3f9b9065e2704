/** What start.js starts when something has changed: checks the words, builds, and says the words as JSON. */
import { readConfig } from '../platform/config.server.ts'
import { asked } from './asked.js'
import { buildWhenStale } from './build.ts'
import { keepWords, readContent } from './content.ts'
import { refuse } from './refuse.ts'
import { wordsBegin } from './sources.js'

try {
  // A mistake in the settings or the words must not wait for a build.
  readConfig()
  const begin = wordsBegin()
  const content = await readContent()
  const folder = await buildWhenStale(asked)
  process.stdout.write(await keepWords(folder, begin, content))
} catch (thrown) {
  refuse(thrown, asked)
}
