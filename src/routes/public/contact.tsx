import { data, href, redirect } from 'react-router'
import {
  contactMessageSchema,
  type FormErrors,
  type FormValues,
} from '../../domains/contact/contact.contract.ts'
import { honeypotField, tooManyMessages } from '../../domains/contact/contact.rules.ts'
import { sendMessage } from '../../domains/contact/contact.writes.server.ts'
import * as messages from '../../domains/contact/messages.en.yaml'
import { ContactForm, ContactIntro, MessageSent } from '../../domains/contact/ui/contact-form.tsx'
import { diskFull } from '../../platform/messages.en.yaml'
import css from '../../ui/contact.css?inline'
import { describePage, getRootData, noStoreHeaders, publicHeaders } from '../meta.ts'
import { engineContext, platformContext, visitorContext } from '../request-context.ts'
import type { Route } from './+types/contact.ts'
import * as texts from './messages.en.yaml'

export const handle = { css }

/** A reload sends nothing. */
const sentUrl = `${href('/contact')}?done`

export function loader({ request, context }: Route.LoaderArgs) {
  const { pathname, search } = new URL(request.url)
  const sent = pathname + search === sentUrl
  const { contactKeptDays } = context.get(platformContext).config
  return data({ sent, contactKeptDays }, { headers: sent ? noStoreHeaders : publicHeaders })
}

export const headers = ({ loaderHeaders, actionHeaders }: Route.HeadersArgs) =>
  new Headers([...loaderHeaders, ...actionHeaders])

/** A rejected form keeps its text. Success redirects, so a reload sends nothing again. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData()
  const typed = readFields(form)
  const parsed = contactMessageSchema.safeParse(typed)
  if (!parsed.success)
    return data({ typed, problems: firstMessages(parsed.error.issues), form: undefined }, 400)
  if (form.get(honeypotField)) return redirect(sentUrl, 303)
  const { confirmation: _, ...message } = parsed.data
  const reject = (words: string, status: number, headers = {}) =>
    data({ typed, problems: {}, form: words }, { status, headers })
  const platform = context.get(platformContext)
  if (platform.isDiskLow?.()) return reject(diskFull(), 503)
  const deps = { ...platform, limits: context.get(engineContext).limits }
  const result = await sendMessage(deps, message, context.get(visitorContext).address)
  switch (result.outcome) {
    case 'sent':
      return redirect(sentUrl, 303)
    case 'wait':
      return reject(tooManyMessages(result.seconds), 429, { 'Retry-After': String(result.seconds) })
    case 'failed':
      return reject(messages.failed(), 503)
  }
}

function readFields(form: FormData): FormValues {
  const field = (name: string) => String(form.get(name) ?? '')
  return {
    name: field('name'),
    email: field('email'),
    helpType: field('helpType'),
    message: field('message'),
    confirmation: form.get('confirmation') === 'on',
  }
}

const firstMessages = (issues: { path: PropertyKey[]; message: string }[]): FormErrors =>
  Object.fromEntries(issues.toReversed().map(({ path, message }) => [String(path[0]), message]))

export const meta: Route.MetaFunction = ({ matches }) =>
  describePage(matches, {
    title: messages.title(),
    description: texts.contactDescription(),
    path: href('/contact'),
  })

export default function Contact({ loaderData, actionData, matches }: Route.ComponentProps) {
  return (
    <div className="wrap contact-columns">
      <ContactIntro retentionDays={loaderData.contactKeptDays} />
      <div className="grid content-start gap-5 min-w-0">
        {loaderData.sent && !actionData && <MessageSent />}
        <ContactForm product={getRootData(matches)?.site.name ?? ''} {...actionData} />
      </div>
    </div>
  )
}
