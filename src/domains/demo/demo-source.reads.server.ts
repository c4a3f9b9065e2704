import { readFile } from 'node:fs/promises'
import { parse } from 'yaml'
import { type Samples, samplesSchema } from './demo.contract.ts'

/** Reads `demo.yaml`. @throws if invalid */
export async function readSamples(file: string): Promise<Samples> {
  return samplesSchema.parse(parse(await readFile(file, 'utf8')))
}
