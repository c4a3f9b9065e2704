/** For public pages and the modal with a form that posts. */
import { sendForms } from '../domains/safety/send-form.client.ts'

sendForms()
