import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { yamlImports } from './src/server/build/yaml-imports.ts'
import { chromiumFlags, findChromium } from './test/support/chromium.ts'

const executablePath = findChromium()

/** Milliseconds for polling assertions, generous because test machines are shared. */
const patient = { poll: { timeout: 30_000 } }

/**
 * Run after the other projects and in one group, so that no core idles between them. Each file starts a Chromium or the product and waits
 * a quarter of its time: three workers keep two cores busy, more slow all of them down.
 */
const browsersAndStarts = { maxWorkers: 3, sequence: { groupOrder: 1 } }

/** Measurements of half an hour, for `npm run test:stress` only. */
const stress = {
  test: {
    name: 'stress',
    expect: patient,
    include: ['test/stress/**/*.test.ts'],
    // The client's own suite needs a checkout of it (docs/auth-service.md).
    exclude: process.env.AUTH_CLIENT_SUITE ? [] : ['test/stress/client-suite.test.ts'],
    globalSetup: ['test/support/cloned.ts'],
    testTimeout: 30 * 60_000,
    hookTimeout: 180_000,
    // One at a time, because each uses the whole machine.
    maxWorkers: 1,
  },
}

/** Tests are beside the code they test; their file name selects a project. */
export default defineConfig(({ mode }) => ({
  test: {
    // Most tests wait for something other than the CPU.
    maxWorkers: 4,
    // Test files share loaded modules, since loading them for each file takes half the CPU time. So modules must not store test state.
    isolate: false,
    projects: [
      {
        plugins: [yamlImports()],
        test: {
          name: 'pure',
          include: ['src/**/*.test.{ts,tsx}', 'test/{architecture,content}/**/*.test.ts'],
          exclude: ['**/*.db.test.ts', '**/*.browser.test.*'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        plugins: [yamlImports()],
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
        plugins: [yamlImports()],
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
