import type { Locator } from 'playwright'

/** Presses one key until something has the focus, as somebody without a mouse does. @returns how often it was pressed */
export async function tabTo(target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<number> {
  await target.waitFor()
  for (let presses = 0; presses < 80; presses++) {
    if (await target.evaluate((element) => element === document.activeElement)) return presses
    await target.page().keyboard.press(key)
  }
  throw new Error('it is out of reach of the keyboard')
}

/** Goes there by Tab, and presses Enter. */
export async function enterAt(target: Locator): Promise<void> {
  await tabTo(target)
  await target.page().keyboard.press('Enter')
}
