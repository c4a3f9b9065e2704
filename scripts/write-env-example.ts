/** `npm run env-example`: writes `.env.example` from the settings' schema. */
import { writeFile } from 'node:fs/promises'
import { envExample } from '../src/platform/env-example.ts'

await writeFile('.env.example', envExample())
