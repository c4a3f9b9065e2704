import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright'

export const password = 'ninety lanterns drift slowly'
export const otherPassword = 'seven kettles hum at midnight'

export const newEmail = () => `${randomUUID()}@example.org`

/** Fields of the account forms, on their page and in the modal. */
export const emailBox = (page: Page) => page.getByRole('textbox', { name: 'Email' })
export const passwordBox = (page: Page, name = 'Password') => page.getByLabel(name, { exact: true })
export const ofAge = (page: Page) => page.getByRole('checkbox', { name: 'I am at least 16 years old' })
export const shared = (page: Page) => page.getByRole('checkbox', { name: /This is a shared device/ })
export const send = (page: Page, name: 'Create account' | 'Sign in' | 'Change password') =>
  page.getByRole('button', { name, exact: true }).click()

/** Fills in and submits the sign-up form. */
export async function submitSignUp(page: Page, email = newEmail()): Promise<string> {
  await emailBox(page).fill(email)
  await passwordBox(page).fill(password)
  await ofAge(page).check()
  await send(page, 'Create account')
  return email
}

/** Fills in and submits the sign-in form. */
export async function submitSignIn(page: Page, email: string, secret = password): Promise<void> {
  await emailBox(page).fill(email)
  await passwordBox(page).fill(secret)
  await send(page, 'Sign in')
}

/**
 * Signs in outside the page, without a form and its scripts, for tests of something else.
 *
 * @param page a page that may not be open yet; its context gets the cookies
 */
export const signInByRequest = (
  page: Page,
  address: string,
  email: string,
  { sharedDevice = false } = {},
): Promise<void> => postAccountForm(page, `${address}/auth-test`, { email }, sharedDevice)

/**
 * Creates an account outside the page, as `signInByRequest`, on a product without email.
 *
 * @returns its email
 */
export async function signUpByRequest(
  page: Page,
  address: string,
  { sharedDevice = false } = {},
): Promise<string> {
  const email = newEmail()
  await postAccountForm(page, `${address}/auth-test?mode=sign-up`, { email, of_age: 'on' }, sharedDevice)
  return email
}

async function postAccountForm(
  page: Page,
  url: string,
  fields: Record<string, string>,
  sharedDevice: boolean,
): Promise<void> {
  const response = await page.context().request.post(url, {
    form: { ...fields, password, ...(sharedDevice ? { shared_device: 'on' } : {}) },
    headers: { 'Sec-Fetch-Site': 'same-origin' },
    maxRedirects: 0,
  })
  if (response.status() !== 302) throw new Error(`${url} was answered with ${response.status()}`)
}

/** Opens a profile form in the settings: a dialog, or a page before scripts run. */
export async function openForm(
  page: Page,
  name: 'Change email…' | 'Change password…' | 'Set a password…',
): Promise<void> {
  await page.getByRole('link', { name: /^Edit/ }).click()
  await page.getByText(name, { exact: true }).click()
}

export async function sessionOf(page: Page) {
  return (await page.context().cookies()).find(({ name }) => name === '__Host-session')
}
