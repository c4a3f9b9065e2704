import type { Locator } from 'playwright'

/** Presses Tab until the target has the focus. @returns the number of presses */
export async function tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<number> {
  await target.waitFor()
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return presses
    await target.page().keyboard.press(key)
  }
  throw new Error('it is out of reach of the keyboard')
}

/** Focuses the target with Tab and presses Enter. */
export async function enterAt(target: Locator): Promise<void> {
  await tabTo(target)
  await target.page().keyboard.press('Enter')
}
