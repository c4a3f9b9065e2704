import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { chromiumFlags, findChromium } from './test/support/chromium.ts'

const executablePath = findChromium()

/** How long what is asked for again and again may take to come true, in milliseconds: these machines are shared. */
const patient = { poll: { timeout: 30_000 } }

/**
 * After the others, and in one group, so that no core waits for the last file of the one before the other begins. Each file has
 * a Chromium or starts the product, and waits for it a quarter of its time: three keep two cores busy, more make all of them slow.
 */
const browsersAndStarts = { maxWorkers: 3, sequence: { groupOrder: 1 } }

/** What takes half an hour, and measures: `npm run test:stress` alone. */
const stress = {
  test: {
    name: 'stress',
    expect: patient,
    include: ['test/stress/**/*.test.ts'],
    // The client's own suite runs where a checkout of it is (docs/auth-service.md).
    exclude: process.env.AUTH_CLIENT_SUITE ? [] : ['test/stress/client-suite.test.ts'],
    globalSetup: ['test/support/cloned.ts'],
    testTimeout: 30 * 60_000,
    hookTimeout: 180_000,
    // One after another: each is about what the machine can do.
    maxWorkers: 1,
  },
}

/** Tests stand beside what they test; their name says what they need. */
export default defineConfig(({ mode }) => ({
  test: {
    // Most tests wait for something else than the processor.
    maxWorkers: 4,
    // A file begins with what the one before it has loaded: to load all of it for each takes half of the processor's time. So no
    // module may keep what one test would leave to another.
    isolate: false,
    projects: [
      {
        test: {
          name: 'pure',
          include: ['src/**/*.test.{ts,tsx}', 'test/architecture/**/*.test.ts'],
          exclude: ['**/*.db.test.ts', '**/*.browser.test.*'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'database',
          expect: patient,
          include: ['{src,packages,test}/**/*.db.test.ts'],
          globalSetup: ['test/support/postgres.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: ['src/**/*.browser.test.{ts,tsx}'],
          browser: {
            enabled: true,
            headless: true,
            screenshotFailures: false,
            provider: playwright({
              launchOptions: { args: chromiumFlags, ...(executablePath ? { executablePath } : {}) },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
      {
        test: {
          name: 'journeys',
          expect: patient,
          include: ['test/e2e/**/*.e2e.ts'],
          globalSetup: ['test/support/served.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          ...browsersAndStarts,
        },
      },
      {
        test: {
          name: 'boot',
          expect: patient,
          include: ['test/boot/**/*.test.ts'],
          globalSetup: ['test/support/cloned.ts'],
          testTimeout: 180_000,
          hookTimeout: 180_000,
          ...browsersAndStarts,
        },
      },
      ...(mode === 'stress' ? [stress] : []),
    ],
  },
}))
