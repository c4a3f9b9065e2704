/** What a public page with a form that posts, and the modal with one, loads besides `entry.public.ts`. */
import { sendForms } from './domains/safety/send-form.element.ts'

sendForms()
