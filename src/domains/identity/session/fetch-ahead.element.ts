/**
 * Whoever begins to type where one signs in, on the page or in the modal, is about to enter: what the private area begins with is
 * fetched meanwhile, once, and not while they wait for it. On a slow line that is more than a second. `data-ahead` names the files.
 */
export function fetchAhead() {
  addEventListener('input', fetchOnce)
}

function fetchOnce({ target }: Event) {
  const files = (target as Element).closest<HTMLElement>('[data-ahead]')?.dataset.ahead
  if (!files) return
  removeEventListener('input', fetchOnce)
  // What is not read to its end is not kept. Without a line nothing is lost: the page asks for it again.
  for (const file of files.split(' '))
    fetch(file, { priority: 'low' })
      .then((answer) => answer.blob())
      .catch(() => {})
}
