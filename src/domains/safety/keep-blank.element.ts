/**
 * For pages that change in place: what was on its way a moment before Quick Hide may arrive only after it, and would be shown.
 * What any script still writes is taken away before it is painted, and no address is added to the history (safety point 3).
 */
export function keepBlank() {
  document.addEventListener('leaving', (event) => {
    if (!navigator.onLine) {
      event.preventDefault()
      showRecipe()
    }
    const empty = [...document.documentElement.cloneNode(true).childNodes]
    history.pushState = history.replaceState = () => {}
    const observer = new MutationObserver(() => {
      document.documentElement.replaceChildren(...empty.map((part) => part.cloneNode(true)))
      observer.takeRecords()
    })
    observer.observe(document, { childList: true, characterData: true, subtree: true })
  })
}

/** What could be anybody's, in place of a destination that cannot be reached (safety point 22). */
function showRecipe() {
  const parts = recipe.map((text, place) => {
    const part = document.createElement(place === 0 ? 'h1' : 'p')
    part.textContent = text
    return part
  })
  document.title = recipe[0]
  document.body.style.cssText = 'max-width:36rem;margin:2rem auto;padding:0 1rem;font:1.1rem/1.6 sans-serif'
  document.body.replaceChildren(...parts)
}

const recipe: [string, ...string[]] = [
  'Lentil soup',
  'For four: 250 g of red lentils, one onion, two carrots, a spoon of oil, a litre of stock, a lemon, some cumin.',
  'Cut the onion and the carrots small and let them soften in the oil for five minutes, with the cumin.',
  'Add the lentils and the stock, and let all of it simmer for twenty minutes, until the lentils fall apart.',
  'Season with salt, pepper and the juice of the lemon. Bread goes well with it.',
]
