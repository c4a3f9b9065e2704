import type { ReauthMethods } from './reauth.contract.ts'

/** App, SMS or recovery code. */
export const hasCode = ({ app, texts }: ReauthMethods): boolean => app || texts.length > 0

export const hasSecondStep = (ways: ReauthMethods): boolean => hasCode(ways) || ways.passkey
