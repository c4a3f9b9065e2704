import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type * as Mediabunny from 'mediabunny'
import type { Browser, Page } from 'playwright'
import { size } from './shots.ts'

const frameSeconds = 1 / 15

type Frame = { picture: string; seconds: number }
type Cue = { from: number; to: number; words: string }

/** Records frame by frame: the machine's speed does not matter. */
export class Recorder {
  readonly frames: Frame[] = []
  readonly cues: Cue[] = []
  private pointer = { x: size.width / 2, y: size.height * 0.7 }
  private time = 0

  private readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  say(words: string) {
    const last = this.cues.at(-1)
    if (last) last.to = this.time
    this.cues.push({ from: this.time, to: this.time, words })
  }

  async hold(seconds: number) {
    await this.draw(this.pointer)
    const picture = (await this.page.screenshot({ type: 'jpeg', quality: 95 })).toString('base64')
    this.frames.push({ picture, seconds })
    this.time += seconds
    const last = this.cues.at(-1)
    if (last) last.to = this.time
  }

  async reach(selector: string) {
    const box = await this.page.locator(selector).first().boundingBox()
    if (!box) throw new Error(`The film finds no ${selector}.`)
    const [from, to] = [this.pointer, { x: box.x + box.width / 2, y: box.y + box.height / 2 }]
    for (let step = 1; step <= 10; step++) {
      const progress = ease(step / 10)
      this.pointer = { x: from.x + (to.x - from.x) * progress, y: from.y + (to.y - from.y) * progress }
      await this.hold(frameSeconds)
    }
    await this.hold(0.4)
  }

  async type(selector: string, text: string) {
    for (const letter of text) {
      await this.page.locator(selector).first().pressSequentially(letter)
      await this.hold(0.16)
    }
  }

  async scroll(distance: number) {
    const from = await this.page.evaluate(() => scrollY)
    for (let step = 1; step <= 14; step++) {
      await this.page.evaluate((to) => scrollTo(0, to), from + distance * ease(step / 14))
      await this.hold(frameSeconds)
    }
  }

  /** Screenshots show no pointer. */
  private draw({ x, y }: { x: number; y: number }) {
    return this.page.evaluate(
      ([x, y]) => {
        let pointer = document.getElementById('hand')
        if (!pointer) {
          pointer = document.createElement('div')
          pointer.id = 'hand'
          pointer.innerHTML =
            '<svg width="26" height="26" viewBox="0 0 24 24"><path d="M4 2l14 11-6.5 1L8 20.5z" fill="#23282c" stroke="#fff" stroke-width="1.5"/></svg>'
          document.body.append(pointer)
        }
        pointer.style.cssText = `position:fixed;z-index:999;pointer-events:none;left:${x}px;top:${y}px`
      },
      [x, y] as const,
    )
  }
}

const ease = (progress: number) => progress * progress * (3 - 2 * progress)

/** @returns the captions as WebVTT */
export function captionsOf(cues: Cue[]): string {
  const clock = (seconds: number) => new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23)
  const texts = cues.map(({ from, to, words }) => `${clock(from)} --> ${clock(to)}\n${words}\n`)
  return `WEBVTT\n\n${texts.join('\n')}`
}

export type Format = 'webm' | 'mp4'

/** Encodes VP9 and H.264 with Chromium, whose WebCodecs need a secure `address`. */
export async function encode(
  browser: Browser,
  address: string,
  frames: Frame[],
  scale: number,
): Promise<Record<Format, Buffer>> {
  const context = await browser.newContext({ bypassCSP: true })
  const page = await context.newPage()
  await page.goto(`${address}/healthz`)
  const library = join(import.meta.dirname, '../../node_modules/mediabunny/dist/bundles/mediabunny.min.cjs')
  await page.addScriptTag({ content: await readFile(library, 'utf8') })
  await page.evaluate(
    async ({ width, height }) => {
      const { Output, BufferTarget, CanvasSource, WebMOutputFormat, Mp4OutputFormat } = window.Mediabunny
      const canvas = Object.assign(document.createElement('canvas'), { width, height })
      const films = {
        webm: { format: new WebMOutputFormat(), codec: 'vp9', bitrate: 900_000 },
        mp4: { format: new Mp4OutputFormat({ fastStart: 'in-memory' }), codec: 'avc', bitrate: 1_000_000 },
      } as const
      const tracks = Object.entries(films).map(([name, { format, ...settings }]) => {
        const target = new BufferTarget()
        const output = new Output({ format, target })
        const source = new CanvasSource(canvas, {
          ...settings,
          keyFrameInterval: 4,
          latencyMode: 'quality',
          contentHint: 'detail',
        })
        output.addVideoTrack(source)
        return { name, target, output, source }
      })
      for (const { output } of tracks) await output.start()
      window.film = { canvas, tracks, time: 0 }
    },
    { width: size.width * scale, height: size.height * scale },
  )
  for (const frame of frames) {
    await page.evaluate(async ({ picture, seconds }) => {
      const { film } = window
      const image = new Image()
      image.src = `data:image/jpeg;base64,${picture}`
      await image.decode()
      film.canvas.getContext('2d')?.drawImage(image, 0, 0, film.canvas.width, film.canvas.height)
      // For sharpness and seeking.
      for (let left = seconds; left > 0.001; left -= 0.25) {
        const lasts = Math.min(left, 0.25)
        for (const { source } of film.tracks) await source.add(film.time, lasts)
        film.time += lasts
      }
    }, frame)
  }
  const films = await page.evaluate(async () => {
    const all: [string, string][] = []
    for (const { name, output, target } of window.film.tracks) {
      await output.finalize()
      const url = await new Promise<string>((resolve) => {
        const reader = new FileReader()
        reader.onload = () => resolve(String(reader.result))
        reader.readAsDataURL(new Blob([target.buffer as ArrayBuffer]))
      })
      all.push([name, url.slice(url.indexOf(',') + 1)])
    }
    return all
  })
  await context.close()
  return Object.fromEntries(films.map(([name, text]) => [name, Buffer.from(text, 'base64')])) as Record<
    Format,
    Buffer
  >
}

type Track = {
  name: string
  target: Mediabunny.BufferTarget
  output: Mediabunny.Output
  source: Mediabunny.CanvasSource
}

declare global {
  interface Window {
    Mediabunny: typeof Mediabunny
    film: { canvas: HTMLCanvasElement; tracks: Track[]; time: number }
  }
}
