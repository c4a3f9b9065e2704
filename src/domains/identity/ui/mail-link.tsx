/** What is said of a link that opens nothing. */
export function LinkGone() {
  return (
    <>
      <h1>This link cannot be used any more</h1>
      <p>A link works once, for one hour, and only the newest one counts.</p>
      <p>
        <a href="/auth-test">Sign in</a>, and another one is sent where it is needed.
      </p>
    </>
  )
}

const words = {
  half: {
    title: 'This address is confirmed',
    text: 'Another message went to the other address. Open the link in it too, and the account moves. Until then nothing changes.',
  },
  changed: {
    title: 'The address is changed',
    text: 'From now on you sign in with the new one. Other devices were signed out.',
  },
  taken: {
    title: 'This address cannot be used',
    text: 'It belongs to another account here. Nothing was changed.',
  },
}

/** After a link of an e-mail change was pressed; whoever reads it has shown that one of the mailboxes is theirs. */
export function EmailConfirmed({ outcome }: { outcome: keyof typeof words }) {
  const { title, text } = words[outcome]
  return (
    <>
      <h1>{title}</h1>
      <p>{text}</p>
      <p>
        <a href="/dashboard/settings">To the settings</a>
      </p>
    </>
  )
}
