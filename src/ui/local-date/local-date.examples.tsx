import { LocalDate } from './local-date.tsx'

const time = '2026-05-04T13:05:00Z'

export const examples = {
  'Short, long, and with the time': () => (
    <p className="flex flex-wrap gap-x-8">
      <LocalDate time={time} />
      <LocalDate time={time} long />
      <LocalDate time={time} withTime />
    </p>
  ),
}
