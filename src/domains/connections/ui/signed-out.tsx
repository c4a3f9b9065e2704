/** Sign-in opens in a new tab, so the text stays. */
export const SignedOut = () => (
  <p role="alert" className="form-problem">
    You’re signed out, so this can’t be saved yet. Your text is still on this page.{' '}
    <a
      href="/auth-test"
      // Safe Mode would open a link in this tab.
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
