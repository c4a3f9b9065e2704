import { expect } from 'vitest'
import { ConfigError, readConfig } from '../../src/platform/config.server.ts'

/** @returns the sentence with which these settings are rejected */
export function configRefusal(settings: Record<string, string>): string {
  try {
    readConfig(settings)
  } catch (thrown) {
    expect(thrown).toBeInstanceOf(ConfigError)
    return (thrown as Error).message
  }
  throw new Error('nothing was rejected')
}
