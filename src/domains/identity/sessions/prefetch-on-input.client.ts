/**
 * Whoever begins to type where one signs in, on the page or in the modal, is about to enter: what the private area begins with is
 * fetched meanwhile, once, and not while they wait for it. On a slow line that is more than a second. `data-preload` names the files.
 * This comes with a form that is used, so something may be typed in it already.
 */
addEventListener('input', prefetchOnce)
const active = document.activeElement as HTMLInputElement | null
if (active?.value) prefetchOnce({ target: active })

function prefetchOnce({ target }: Pick<Event, 'target'>) {
  const files = (target as Element).closest<HTMLElement>('[data-preload]')?.dataset.preload
  if (!files) return
  removeEventListener('input', prefetchOnce)
  // What is not read to its end is not kept. Without a line nothing is lost: the page asks for it again.
  for (const file of files.split(' '))
    fetch(file, { priority: 'low' })
      .then((answer) => answer.blob())
      .catch(() => {})
}

// A module, though it gives nothing out.
export {}
