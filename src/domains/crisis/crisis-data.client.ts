/** What the card needs beside the search's script: a file of its own, because results need not wait for it. */
import linesOfFile from '../../../content/help-lines.yaml?key=lines'
import type { HelpLines } from './help-lines-file.contract.ts'

export { dangersInSearch, prepare } from './danger-phrases.contract.ts'

export const lines = linesOfFile as HelpLines['lines']
