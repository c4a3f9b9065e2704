/** `npm run pictures`: draws what Coming Soon shows of the word cloud and the mind map, out of the demo's sample data. */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { drawPictures } from './pictures/pictures.ts'

for (const [file, picture] of Object.entries(await drawPictures())) {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, picture)
}
