import type { Browser, Page } from 'playwright'
import { newPage } from '../../test/support/browser.ts'

export const themes = ['light', 'dark'] as const
type Theme = (typeof themes)[number]

/** Specification point 2, "Home". */
export const size = { width: 936, height: 624 }
const scale = 2

/** In the screenshots `phone` and `film`. */
export const shownTerm = 'gaslighting'

const desk = { width: 1080, height: 720 }
const phone = { width: 390, height: 812 }

/** Hides tip, tour and messages. */
export const hideTips = (page: Page) =>
  page.addInitScript(() => {
    for (const key of ['QuickHideTipDismissed', 'DemoTourDismissed', 'MobileDemoMessageDismissed'])
      localStorage.setItem(`unfog${key}`, 'true')
  })

/** Loads a page twice, since fonts apply from the second load on (ui/style.css). */
export async function load(page: Page, path: string) {
  await page.goto(path, { waitUntil: 'networkidle' })
  await page.evaluate(() => document.fonts.ready)
  await page.reload({ waitUntil: 'networkidle' })
}

async function open(browser: Browser, address: string, path: string, theme: Theme, window: typeof desk) {
  const watched = await newPage(browser, {
    ...{ address, colorScheme: theme, reducedMotion: true, ...window },
    deviceScaleFactor: (size.width * scale) / desk.width,
  })
  await hideTips(watched.page)
  await load(watched.page, path)
  return watched
}

type Shot = (browser: Browser, address: string, theme: Theme) => Promise<Buffer>

const pageShot =
  (path: string): Shot =>
  async (browser, address, theme) => {
    const { page, close } = await open(browser, address, path, theme, desk)
    const shot = await page.screenshot()
    await close()
    return shot
  }

/** A picture of Coming Soon. */
const drawing =
  (name: string): Shot =>
  async (browser, address, theme) => {
    const { page, close } = await open(browser, address, '/demo/coming_soon', theme, desk)
    await page.locator(`svg:has(use[href*="${name}"])`).evaluate((svg: SVGElement) => {
      document.body.append(svg)
      svg.style.cssText = 'position:fixed;inset:0;z-index:99;width:100vw;height:100vh;border-radius:0'
    })
    await page.waitForTimeout(300)
    const shot = await page.screenshot()
    await close()
    return shot
  }

const phones: Shot = async (browser, address, theme) => {
  const screens: string[] = []
  let [background, edge] = ['', '']
  for (const path of [`/glossary/${shownTerm}`, '/demo/connections', '/demo/favorites']) {
    const { page, close } = await open(browser, address, path, theme, phone)
    screens.push((await page.screenshot()).toString('base64'))
    background = await colorOf(page, '--color-sunk')
    edge = await colorOf(page, '--color-edge')
    await close()
  }
  const { page, close } = await newPage(browser, { ...size, deviceScaleFactor: scale })
  await page.setContent(
    `<body style="margin:0;display:flex;gap:30px;justify-content:center;height:100vh;background:${background}">${screens
      .map(
        (screen, index) =>
          `<img style="width:262px;height:545px;margin-top:${index === 1 ? 40 : 76}px;border-radius:26px;box-shadow:0 0 0 4px ${edge},0 18px 40px #0004" src="data:image/png;base64,${screen}">`,
      )
      .join('')}`,
  )
  const shot = await page.screenshot()
  await close()
  return shot
}

const colorOf = (page: Page, name: string) =>
  page.evaluate((name) => {
    const probe = document.createElement('i')
    probe.style.color = `var(${name})`
    document.body.append(probe)
    return getComputedStyle(probe).color
  }, name)

/** Four for the carousel in order, one for 'What it Does', one for the film. */
export const shots: Record<string, Shot> = {
  phone: phones,
  connections: pageShot('/demo/connections'),
  'word-cloud': drawing('word-cloud'),
  'mind-map': drawing('mind-map'),
  dashboard: pageShot('/demo/home'),
  film: pageShot(`/glossary/${shownTerm}`),
}
