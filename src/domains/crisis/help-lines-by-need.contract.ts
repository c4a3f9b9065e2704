import { z } from 'zod'
import { type HelpLine, type HelpLines, lineFields, phoneNumber } from './help-lines-file.contract.ts'

const need = z.strictObject({
  /** The end of the page's address. */
  code: z.string().regex(/^[a-z]+(?:-[a-z]+)*$/, { error: 'must be lower-case words with hyphens' }),
  name: z.string().min(1),
  title: z.string().min(1),
  /** One sentence, also for search engines. */
  text: z.string().min(51).max(160),
  /** Names of lines in `content/help-lines.yaml`, by country. */
  shared: z.record(z.string(), z.array(z.string()).min(1)).optional(),
})

const line = z
  .strictObject({
    ...lineFields,
    /** A number for videophones, in sign language. */
    video: phoneNumber.optional(),
    cost: z.string().min(1).optional(),
    need: z.array(z.string()).min(1),
  })
  .refine(({ number, video, sms, chat, url }) => number ?? video ?? sms ?? chat ?? url, {
    error: 'must have a number, video, sms, chat or url',
  })

/**
 * `content/help-lines-by-need.yaml`.
 * @param helpLines undefined if their own file is invalid, so that its lines are not reported as missing here
 */
export const helpLinesByNeedSchema = (helpLines: HelpLines | undefined) =>
  z
    .strictObject({ needs: z.array(need).min(1), lines: z.array(line).min(1) })
    .superRefine(({ needs, lines }, context) => {
      const report = (path: (string | number)[], message: string) =>
        context.addIssue({ code: 'custom', path, message })
      const codes = needs.map(({ code }) => code)
      if (new Set(codes).size < codes.length) report(['needs'], 'must have codes that differ')
      for (const [index, line] of lines.entries()) {
        for (const [at, code] of line.need.entries())
          if (!codes.includes(code))
            report(['lines', index, 'need', at], 'must be the code of one of `needs`')
        if (helpLines && !helpLines.countries.some(({ code }) => code === line.country))
          report(['lines', index, 'country'], 'must be one of `countries` of help-lines.yaml')
        if (helpLines && findLine(helpLines, line.country, line.name))
          report(['lines', index, 'name'], 'must be under `shared`, because help-lines.yaml has this line')
      }
      for (const [index, { shared = {} }] of needs.entries())
        for (const [country, names] of Object.entries(shared))
          for (const [at, name] of names.entries())
            if (helpLines && !findLine(helpLines, country, name))
              report(['needs', index, 'shared', country, at], 'must be the name of a line of help-lines.yaml')
    })
export type HelpLinesByNeed = z.infer<ReturnType<typeof helpLinesByNeedSchema>>
export type Need = Pick<HelpLinesByNeed['needs'][number], 'code' | 'name'>
/** With what only lines by need have. */
export type LineOfNeed = Omit<HelpLine, 'for'> &
  Partial<Pick<HelpLinesByNeed['lines'][number], 'video' | 'cost'>>
export type NeedPage = {
  title: string
  text: string
  countries: (HelpLines['countries'][number] & { lines: LineOfNeed[] })[]
}

const findLine = ({ lines }: HelpLines, country: string, name: string) =>
  lines.find((line) => line.country === country && line.name === name)

/**
 * The lines for a need by country, the shared ones first.
 * @returns undefined for an unknown need
 */
export function findNeed(
  helpLines: HelpLines,
  { needs, lines }: HelpLinesByNeed,
  code: string,
): NeedPage | undefined {
  const need = needs.find((each) => each.code === code)
  if (!need) return undefined
  const { title, text, shared = {} } = need
  const countries = helpLines.countries.map((country) => ({
    ...country,
    lines: [
      ...(shared[country.code] ?? []).flatMap((name) => findLine(helpLines, country.code, name) ?? []),
      ...lines.filter((line) => line.country === country.code && line.need.includes(code)),
    ],
  }))
  return { title, text, countries: countries.filter(({ lines }) => lines.length > 0) }
}
