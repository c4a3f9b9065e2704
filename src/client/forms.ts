/** What a public page with a form that posts, and the modal with one, loads besides `client/public-pages.ts`. */
import { sendForms } from '../domains/safety/send-form.client.ts'

sendForms()
