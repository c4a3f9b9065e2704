/** `npm run pictures` */
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { drawPictures } from './pictures/pictures.ts'

for (const [file, picture] of Object.entries(await drawPictures())) {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, picture)
}
