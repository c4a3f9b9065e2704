import type { WaysToProve } from './reauth.contract.ts'

/** By a code that somebody types: of an app, in a text, or of recovery. */
export const hasCode = ({ app, texts }: WaysToProve): boolean => app || texts.length > 0

export const hasSecondStep = (ways: WaysToProve): boolean => hasCode(ways) || ways.passkey
