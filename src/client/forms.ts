/** For forms of public pages and of the modal. */
import { sendForms } from '../domains/safety/send-form.client.ts'

sendForms()
