/** One line of the report. */
export type Row = {
  measure: string
  ours: string
  /** The comparison's value in the same run. */
  beside?: string
  ratio?: string
  budget?: string
  passed?: boolean
  /** Missed, but within the noise. */
  near?: boolean
}

export type Section = {
  title: string
  /** The conditions of the measurement. */
  note: string
  /** Heading of the column `beside`; without it the section has neither that column nor ratios. */
  beside?: string
  rows: Row[]
}

/** NaN for no values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length / 2
  return ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2
}

/** The nearest-rank percentile; NaN for no values. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  return sorted[Math.max(0, Math.ceil((share / 100) * sorted.length) - 1)] ?? Number.NaN
}

/** Formats a number with three significant digits and its unit. */
export function figure(value: number, unit = ''): string {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2
  return `${value.toFixed(digits)}${unit && ` ${unit}`}`
}

export const times = (value: number): string => `${value.toFixed(2)}x`

type BudgetResult = Pick<Row, 'budget' | 'passed' | 'near'>

/** Compares a value with its budget. @param noise from `noiseOf` */
export const atMost = (value: number, limit: number, unit: string, noise = 0): BudgetResult => ({
  budget: `at most ${limit}${unit}`,
  passed: value <= limit,
  near: value > limit && value - noise <= limit,
})
export const atLeast = (value: number, least: number, unit: string, noise = 0): BudgetResult => ({
  budget: `at least ${least}${unit}`,
  passed: value >= least,
  near: value < least && value + noise >= least,
})

/** The expected deviation of the median in the next run: half of the interquartile range. */
export const noiseOf = (values: readonly number[]): number =>
  (percentile(values, 75) - percentile(values, 25)) / 2

/** Whether a budget is exceeded by more than the noise. */
export const isBroken = ({ passed, near }: Row): boolean => passed === false && !near

/** Reads the values of a report, by section and measure. */
export function readReport(markdown: string): Map<string, string> {
  const cells = new Map<string, string>()
  let title = ''
  for (const line of markdown.split('\n')) {
    if (line.startsWith('## ')) title = line.slice(3)
    const [, measure = '', ours = ''] = line.startsWith('| ')
      ? line.split('|').map((cell) => cell.trim())
      : []
    if (measure !== '' && measure !== 'Measure') cells.set(`${title}\n${measure}`, ours)
  }
  return cells
}

/**
 * Renders a section as an aligned Markdown table.
 *
 * @param last previous values, from `readReport`
 */
export function renderSection(
  { title, note, beside, rows }: Section,
  last = new Map<string, string>(),
): string {
  const columns: [string, (row: Row) => string | undefined][] = [
    ['Measure', (row) => row.measure],
    ['Unfog', (row) => row.ours],
  ]
  const before = (row: Row) => last.get(`${title}\n${row.measure}`)
  if (rows.some(before)) columns.push(['last time', before])
  if (beside) columns.push([beside, (row) => row.beside], ['Ratio', (row) => row.ratio])
  columns.push(['Budget', (row) => row.budget], ['', mark])
  const cells = [columns.map(([name]) => name), ...rows.map((row) => columns.map(([, of]) => of(row) ?? ''))]
  const widths = columns.map((_, index) => Math.max(3, ...cells.map((line) => (line[index] ?? '').length)))
  const line = (texts: string[]) =>
    `| ${texts.map((text, index) => text.padEnd(widths[index] ?? 0)).join(' | ')} |`
  const [head = [], ...body] = cells
  return [
    `## ${title}`,
    '',
    note,
    '',
    line(head),
    line(widths.map((width) => '-'.repeat(width))),
    ...body.map(line),
  ].join('\n')
}

const mark = (row: Row) =>
  row.passed === undefined ? '' : row.passed ? 'pass' : isBroken(row) ? 'FAIL' : 'near'
