import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { type Samples, samplesSchema } from './demo.contract.ts'

/**
 * Reads the demo's sample data, newest first.
 *
 * @param file path of `demo.yaml`
 * @throws if the file is invalid
 */
export async function readSamples(file: string): Promise<Samples> {
  return samplesSchema.parse(parse(await readFile(file, 'utf8')))
}
