import type { ReauthMethods } from './reauth.contract.ts'

/** By a code that somebody types: of an app, in a text, or of recovery. */
export const hasCode = ({ app, texts }: ReauthMethods): boolean => app || texts.length > 0

export const hasSecondStep = (ways: ReauthMethods): boolean => hasCode(ways) || ways.passkey
