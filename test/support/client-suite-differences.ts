/** Cases of the reference client's own suite that fail here on purpose (docs/auth-service.md, "The client's own suite"). */
export const differencesOnPurpose: { reason: string; cases: string[] }[] = [
  {
    reason: 'A password has ten characters at least, and the refusal says so.',
    cases: ['GoTrueClient.test.ts: GoTrueClient Email Auth fail to signUp() with invalid password'],
  },
  {
    reason: 'Responses never reveal whether an account exists, even if `create_user` is false.',
    cases: [
      'GoTrueClient.test.ts: GoTrueClient signInWithOtp signInWithOtp() with PKCE flow should return error',
    ],
  },
  {
    reason: 'Linking by hand is always on, since no provider is ever linked by its address.',
    cases: [
      'GoTrueClient.test.ts: Identity Management linkIdentity() fails when manual linking is disabled',
      'GoTrueClient.test.ts: Identity Management unlinkIdentity() fails when manual linking is disabled',
    ],
  },
  {
    reason: 'Other companies’ apps are not signed in to with an account of ours: there is no OAuth server.',
    cases: [
      'GoTrueApi.test.ts: GoTrueAdminApi OAuth Admin Core Lifecycle oauth client lifecycle: create, get, update, delete',
      'GoTrueApi.test.ts: GoTrueAdminApi OAuth Admin Listing & Secret Regeneration listClients() returns registered OAuth clients with pagination',
      'GoTrueApi.test.ts: GoTrueAdminApi OAuth Admin Listing & Secret Regeneration regenerateClientSecret() generates new secret',
      'GoTrueApi.test.ts: GoTrueAdminApi OAuth Admin Error Handling createClient() returns AuthError with invalid redirect_uris',
      'GoTrueApi.test.ts: GoTrueAdminApi OAuth Admin Edge Cases updateClient() accepts partial updates',
      'GoTrueApi.test.ts: GoTrueAdminApi OAuth Admin Edge Cases createClient() works with minimal required fields',
      'GoTrueApi.test.ts: GoTrueAdminApi OAuth Admin Edge Cases createClient() accepts multiple redirect_uris',
    ],
  },
  {
    reason: 'A change of number is asked for again with the session that began it.',
    cases: [
      'docker-tests/phone-otp.test.ts: Docker: Phone Resend resend with phone with options',
      'docker-tests/phone-otp.test.ts: Docker: Phone Resend resend with phone with empty options',
    ],
  },
  {
    reason: 'A text is sent by a job, so the response does not show that it could not be sent.',
    cases: [
      'GoTrueClient.test.ts: GoTrueClient signInWithOtp signInWithOtp() pkce flow fails with invalid sms provider',
      'docker-tests/phone-otp.test.ts: Docker: Phone OTP Auth signInWithOtp() with phone',
    ],
  },
  {
    reason: 'A number is confirmed by a text before it signs in: there is no setting that leaves it out.',
    cases: ['docker-tests/phone-otp.test.ts: Docker: Phone Password Auth signInWithPassword() for phone'],
  },
  {
    reason: 'Sign-up is open wherever mail can be sent: there is no setting that closes it.',
    cases: [
      'docker-tests/signup-disabled.test.ts: Docker: Sign Up Disabled User cannot sign up when signups are disabled',
    ],
  },
]
