import { expect, test } from 'vitest'
import { weaknesses } from './password-strength.server.ts'

test.each(['password1234', 'p4$$w0rd1234', 'M0nk3yM0nk3y', 'qwertyuiop[]', '1111111111111', 'a'.repeat(200)])(
  '%s is easy to guess',
  async (password) => {
    expect((await weaknesses(password))[0]).toMatch(/\.$/)
  },
)

test.each(['lantern over the quiet harbor', 'seven paper boats at noon', 'kX9-vv2Q_pLm4'])(
  '%s is not',
  async (password) => {
    expect(await weaknesses(password)).toEqual([])
  },
)

test.each(['unfogjournal', 'UnfogGlossary', 'unfogconnections', 'quickhideunfog'])(
  '%s is what somebody tries first who knows where it is for',
  async (password) => {
    expect((await weaknesses(password))[0]).toMatch(/\.$/)
  },
)

// Anybody can have one judged, and the pages of everybody wait meanwhile: some of these took a hundred times as long as others.
test.each(['4@8({[<3369&#!1/|0$5+7%2', 'p@$$w0rd4(3!1|0$7+', '1!|4@0$5', '1/1/1991', '1234567890', 'aAbB1!'])(
  'no password is made for keeping us busy: %s, again and again',
  async (part) => {
    const takes = async (password: string) => {
      const begun = performance.now()
      await weaknesses(password)
      return performance.now() - begun
    }
    await takes('warm up')
    const long = part.repeat(200).slice(0, 200)
    // Side by side, and the quickest of each, since other work of this machine slows both.
    const times: { long: number; usual: number }[] = []
    for (let time = 0; time < 10; time++)
      times.push({ long: await takes(long), usual: await takes('lantern over the quiet harbor') })
    const quickest = (which: 'long' | 'usual') => Math.min(...times.map((each) => each[which]))
    expect(quickest('long') / quickest('usual')).toBeLessThan(15)
  },
)
