import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { yamlImports } from './src/server/build/yaml-imports.ts'
import { chromiumFlags, findChromium } from './test/support/chromium.ts'

const executablePath = findChromium()

/** Milliseconds; test machines are shared. */
const patient = { poll: { timeout: 30_000 } }

/** After the other projects. Each file waits a quarter of its time, so three workers keep two cores busy. */
const browsersAndStarts = { maxWorkers: 3, sequence: { groupOrder: 1 } }

/** For `npm run test:stress` only. */
const stress = {
  plugins: [yamlImports()],
  test: {
    name: 'stress',
    expect: patient,
    include: ['test/stress/**/*.test.ts'],
    // Needs a checkout of the client (docs/auth-service.md).
    exclude: process.env.AUTH_CLIENT_SUITE ? [] : ['test/stress/client-suite.test.ts'],
    globalSetup: ['test/support/cloned.ts'],
    testTimeout: 30 * 60_000,
    hookTimeout: 180_000,
    // Each uses the whole machine.
    maxWorkers: 1,
  },
}

/** The file name of a test selects its project. */
export default defineConfig(({ mode }) => ({
  test: {
    // Most tests don't wait for the CPU.
    maxWorkers: 4,
    // Loading modules for each file takes half the CPU time. So modules must not store test state.
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
        plugins: [yamlImports()],
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
        plugins: [yamlImports()],
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
