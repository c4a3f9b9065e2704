/** What the build makes of the server and its pages: one file without what only other places of the packages need (vite.config.ts). */
import { readBuild } from './built.ts'
import type { Content } from './content.ts'
import { serve } from './main.ts'

export * as pages from 'virtual:react-router/server-build'

/**
 * @param folder of this build
 * @param words the content, as JSON
 * @param asked aborted when the process is asked to end
 */
export function start(folder: string, words: string, asked: AbortSignal): Promise<void> {
  const content: Content = JSON.parse(words)
  return serve(async () => ({ content, build: await readBuild(folder) }), asked)
}
