import type { Danger } from './danger.contract.ts'
import type { HelpLine, HelpLines } from './help-lines-file.contract.ts'
import * as messages from './messages.en.yaml'

export type HelpLink = { href: string; label: string }
export type CardLine = { name: string; limits: string; links: HelpLink[] }
/** What a card for a danger says without JavaScript. */
export type Help = { dangers: readonly Danger[]; text: string; lines: CardLine[] }

/** More would hide the results, and take longer to choose from. */
const linesPerCountry = 4

/** The emergency number of a country, and its lines for these dangers. */
export function cardLines(
  { countries, lines }: { countries: HelpLines['countries']; lines: readonly HelpLine[] },
  code: string,
  dangers: readonly Danger[],
): CardLine[] {
  const emergencies = countries
    .filter((country) => country.code === code)
    .map(({ emergency, silent, note = '' }) => ({
      name: messages.emergency(),
      limits: silent ? messages.silentCall() : note,
      links: linksOf({ number: emergency }),
    }))
  const covering = lines
    .filter(
      ({ country, for: covered }) => country === code && covered?.some((danger) => dangers.includes(danger)),
    )
    .slice(0, linesPerCountry)
  return [
    ...emergencies,
    ...covering.map((line) => ({ name: line.name, limits: limitsOf(line), links: linksOf(line) })),
  ]
}

/**
 * Without JavaScript the country is unknown, so the lines of the first two are shown (specification point 9).
 * @returns undefined without a danger
 */
export function helpFor({ text, ...helpLines }: HelpLines, dangers: readonly Danger[]): Help | undefined {
  if (dangers.length === 0) return
  const lines = helpLines.countries
    .slice(0, 2)
    .flatMap(({ code, name }) =>
      cardLines(helpLines, code, dangers).map((line) => ({ ...line, name: `${line.name} (${name})` })),
    )
  return { dangers, text, lines }
}

/** Ways to reach a line: by call, by text (RFC 5724; many cannot speak aloud), and on the web. */
export function linksOf({ number, sms, sms_word, chat, url }: Partial<HelpLine>): HelpLink[] {
  const links: HelpLink[] = []
  if (number) links.push({ href: `tel:${digits(number)}`, label: messages.call({ number }) })
  if (sms) {
    const body = sms_word ? `?body=${sms_word}` : ''
    const label = sms_word
      ? messages.textWord({ word: sms_word, number: sms })
      : messages.textNumber({ number: sms })
    links.push({ href: `sms:${digits(sms)}${body}`, label })
  }
  if (chat) links.push({ href: chat, label: messages.chat() })
  if (url) links.push({ href: url, label: new URL(url).host.replace(/^www\./, '') })
  return links
}

const digits = (number: string) => number.replace(/\D/g, '')

/** The region or the hours of a line, where they limit who can reach it. */
export const limitsOf = ({ region, hours }: HelpLine): string =>
  [region, hours === 'varies' ? messages.hoursVary() : hours].filter(Boolean).join(' · ')

/** IANA time zones by country; one that ends in a slash stands for all that begin so. */
const zones: Record<string, string> = {
  AU: 'Australia/',
  CA: `America/Toronto America/Vancouver America/Edmonton America/Winnipeg America/Halifax America/St_Johns America/Regina
    America/Montreal America/Moncton America/Iqaluit America/Whitehorse America/Yellowknife America/Thunder_Bay America/Goose_Bay
    America/Glace_Bay America/Inuvik America/Dawson America/Rankin_Inlet America/Resolute America/Cambridge_Bay`,
  DE: 'Europe/Berlin Europe/Busingen',
  ES: 'Europe/Madrid Atlantic/Canary Africa/Ceuta',
  FR: 'Europe/Paris',
  GB: 'Europe/London Europe/Belfast Europe/Guernsey Europe/Jersey Europe/Isle_of_Man',
  IE: 'Europe/Dublin',
  IN: 'Asia/Kolkata Asia/Calcutta',
  NG: 'Africa/Lagos',
  NL: 'Europe/Amsterdam',
  NZ: 'Pacific/Auckland Pacific/Chatham',
  US: `America/New_York America/Chicago America/Denver America/Los_Angeles America/Phoenix America/Anchorage America/Detroit
    America/Boise America/Indianapolis America/Louisville America/Menominee America/Juneau America/Sitka America/Nome America/Adak
    America/Yakutat America/Metlakatla America/Puerto_Rico America/Indiana/ America/Kentucky/ America/North_Dakota/ Pacific/Honolulu`,
  ZA: 'Africa/Johannesburg',
  EU: `Europe/Vienna Europe/Brussels Europe/Sofia Europe/Zagreb Europe/Prague Europe/Copenhagen Europe/Tallinn Europe/Helsinki
    Europe/Athens Europe/Budapest Europe/Rome Europe/Riga Europe/Vilnius Europe/Luxembourg Europe/Malta Europe/Warsaw Europe/Lisbon
    Europe/Bucharest Europe/Bratislava Europe/Ljubljana Europe/Stockholm Europe/Mariehamn Asia/Nicosia Atlantic/Azores Atlantic/Madeira`,
}

/**
 * Guesses on the device where it is. Its time zone says more than its language: `en-US` is the default of many.
 *
 * @param zone an IANA name; `UTC` if unknown
 * @param language as in `en-GB`
 * @returns the code of a country in help-lines.yaml; `XX` if unknown
 */
export function guessCountry(zone: string, language: string, countries: HelpLines['countries']): string {
  const isThere = (name: string) => (name.endsWith('/') ? zone.startsWith(name) : zone === name)
  const ofZone = Object.keys(zones).find((code) => zones[code]?.split(/\s+/).some(isThere))
  const ofLanguage = /-([A-Z]{2})\b/.exec(language)?.[1]
  // A place in none of these countries, against one that says nothing, such as UTC or Etc/GMT.
  const isElsewhere = !ofZone && /^(?!Etc)\w+\//.test(zone)
  const code = isElsewhere ? undefined : (ofZone ?? ofLanguage)
  return countries.some((country) => country.code === code) ? String(code) : 'XX'
}
