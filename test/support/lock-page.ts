/** What a page of a locked journal loads, for tests of a built bundle (test/support/lock-bundle.ts). */
export * as keyring from '../../src/domains/connections/lock/keyring.rules.ts'
export * as kit from '../../src/domains/connections/lock/kit.rules.ts'
export * as open from '../../src/domains/connections/lock/open.client.ts'
export * as locks from '../../src/domains/connections/lock/open-locks.client.ts'
export * as passkeys from '../../src/domains/connections/lock/passkey-prf.client.ts'
export * as phrases from '../../src/domains/connections/lock/phrase.client.ts'
export * as strength from '../../src/domains/connections/lock/phrase-strength.client.ts'
