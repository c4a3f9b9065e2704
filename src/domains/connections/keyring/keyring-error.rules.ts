import * as messages from '../lock/messages.en.yaml'

const sentences = {
  wrong_phrase: messages.wrongPhrase,
  wrong_kit: messages.wrongKit,
  wrong_passkey: messages.wrongPasskey,
  mixed: messages.mixedKeyring,
  no_such_way: messages.noSuchWay,
  last_way: messages.lastWay,
  full: messages.fullKeyring,
  worker: messages.phraseWorkerFailed,
  memory: messages.phraseWorkerMemory,
  passkey_cancelled: messages.passkeyCancelled,
  passkey_exists: messages.passkeyExists,
  passkey_unsupported: messages.passkeyUnsupported,
}

/** Thrown when a lock is not opened, or a keyring not changed. The message is for the user. */
export class KeyringError extends Error {
  readonly reason: keyof typeof sentences

  constructor(reason: keyof typeof sentences, options?: ErrorOptions) {
    super(sentences[reason](), options)
    this.reason = reason
  }
}
