/**
 * Says that the session has ended while someone writes, and leads to the sign-in in a new tab, so that the text stays where it is. It
 * can be saved once they are signed in there.
 */
export const SignedOut = () => (
  <p role="alert" className="form-problem">
    You’re signed out, so this can’t be saved yet. Your text is still on this page.{' '}
    <a
      href="/auth-test"
      // In Safe Mode a link would be followed in this tab.
      onClick={(event) => {
        event.preventDefault()
        window.open('/auth-test', '_blank', 'noopener')
      }}
    >
      Sign in in a new tab
    </a>
    , then come back and save.
  </p>
)
