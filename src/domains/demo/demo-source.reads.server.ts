import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { type Samples, samplesSchema } from './demo.contract.ts'

/**
 * The demo's sample data, the newest first.
 *
 * @param file path of `demo.yaml`
 * @throws with what is wrong with it
 */
export async function readSamples(file: string): Promise<Samples> {
  return samplesSchema.parse(parse(await readFile(file, 'utf8')))
}
