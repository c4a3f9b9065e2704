/** What a page of a locked journal loads, for tests of a built bundle (test/support/lock-bundle.ts). */
export * as keyring from '../../src/domains/connections/keyring/keyring.rules.ts'
export * as kit from '../../src/domains/connections/keyring/kit.rules.ts'
export * as phrases from '../../src/domains/connections/keyring/phrase.client.ts'
export * as strength from '../../src/domains/connections/keyring/phrase-strength.client.ts'
export * as open from '../../src/domains/connections/open-lock/open.client.ts'
export * as locks from '../../src/domains/connections/open-lock/open-locks.client.ts'
export * as passkeys from '../../src/domains/connections/open-lock/passkey-prf.client.ts'
